"""The Celery application: queues and how they are worked off. Tasks are in `workers.tasks`."""

from celery import Celery

from pentarch.arbiter.relay.redis_address import address_of
from pentarch.arbiter.settings import Settings

PLAY = "pentarch.play"
VERIFY = "pentarch.verify"
VALIDATE = "pentarch.validate"
ANALYSE = "pentarch.analyse"
# Priorities of messages; smaller numbers come first.
URGENT = 0
ORDINARY = 5


def make_app(settings: Settings) -> Celery:
    """The application for these settings."""
    app = Celery("pentarch", broker=broker_url(settings), include=["pentarch.workers.tasks"])
    app.conf.update(
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_ignore_result=True,
        task_store_eager_result=False,
        task_serializer="json",
        accept_content=["json"],
        task_default_queue=PLAY,
        task_routes={
            "pentarch.workers.tasks.play": {"queue": PLAY},
            "pentarch.workers.tasks.verify": {"queue": VERIFY},
            "pentarch.workers.tasks.validate": {"queue": VALIDATE},
            "pentarch.workers.tasks.analyse": {"queue": ANALYSE},
        },
        # One task at a time: a match can be long, and others must not wait behind it.
        worker_prefetch_multiplier=1,
        worker_hijack_root_logger=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        # A Redis that cannot be written to for a while is one that is away; the node must not end.
        broker_channel_error_retry=True,
        # The database knows what is lost; a message that comes twice does no harm.
        broker_transport_options={
            "visibility_timeout": 3600,
            "socket_timeout": 10.0,
            "priority_steps": [URGENT, ORDINARY],
            "queue_order_strategy": "priority",
        },
        task_publish_retry=False,
    )
    return app


def redis_url(settings: Settings) -> str:
    """Where Redis is."""
    if settings.redis is not None:
        return settings.redis.get_secret_value()
    return address_of(settings.redis_folder)


def broker_url(settings: Settings) -> str:
    """The broker's address in Celery's form."""
    url = redis_url(settings)
    if url.startswith("unix://"):
        return "redis+socket://" + url.removeprefix("unix://")
    return url
