"""Settings: every `PENTARCH_*` variable there is, in one place."""

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """What can be configured. The defaults run everything on one machine, from one folder."""

    model_config = SettingsConfigDict(env_prefix="PENTARCH_", frozen=True, extra="ignore")

    data: Path = Field(
        default=Path("data"), description="folder of the embedded database and Redis"
    )
    database: SecretStr | None = Field(
        default=None,
        description="database URL, sqlite:///... or postgresql://...; default: in `data`",
    )
    shelf: str = Field(
        default="",
        description="folder or URL (s3://bucket/folder) that the records of old matches are moved "
        "to, the same for all processes; empty: they stay in the database",
    )
    shelve_after: float = Field(
        default=7.0, ge=0, description="days after its end that a match is old"
    )
    redis: SecretStr | None = Field(
        default=None, description="Redis URL; default: a private one, started in `data`"
    )
    listen: str = Field(default="127.0.0.1:50051", description="where the arbiter listens")
    arbiter: str = Field(
        default="127.0.0.1:50051", description="where bots and tools find the arbiter"
    )
    token: SecretStr | None = Field(
        default=None,
        description="the token that bots and tools present; TEAM:TOKEN speaks for a team",
    )
    tls_certificate: Path | None = Field(
        default=None, description="the arbiter's certificate chain, PEM"
    )
    tls_key: Path | None = Field(default=None, description="the arbiter's private key, PEM")
    tls_client_ca: Path | None = Field(
        default=None, description="demand client certificates signed by this CA (mutual TLS)"
    )
    tls_ca: Path | None = Field(
        default=None, description="the CA that bots and tools trust when they connect"
    )
    tls_client_certificate: Path | None = Field(
        default=None, description="what bots and tools show for themselves (mutual TLS), PEM"
    )
    tls_client_key: Path | None = Field(default=None, description="the private key to it, PEM")
    longest_decision: float = Field(
        default=1800.0,
        gt=0,
        description="seconds: the most a time control of authors may allow a decision",
    )
    longest_match: float = Field(
        default=7200.0, gt=0, description="seconds: the most it may allow a seat in a match"
    )
    lease_duration: float = Field(
        default=9.0,
        gt=0,
        description="seconds without a heartbeat after which a match is taken from its worker; "
        "heartbeats come three times as often",
    )
    worker_silence: float = Field(
        default=12.0,
        gt=0,
        description="seconds without a sign of life after which a worker counts as gone",
    )
    most_failures: int = Field(
        default=4, ge=1, description="failed attempts after which a match is void"
    )
    validation_rest: float = Field(
        default=2.0,
        gt=0,
        description="seconds before a submitted bot is tried again that a busy host could not run; "
        "half as long again as it has waited, if that is more",
    )
    validation_longest_rest: float = Field(
        default=120.0, gt=0, description="the most it may become, in seconds"
    )
    sweep_pause: float = Field(
        default=1.0, gt=0, description="seconds between two looks of a node for lost work"
    )
    sweep_patience: float = Field(
        default=15.0,
        gt=0,
        description="seconds after which work that still waits is handed to the broker again",
    )
    sweep_hurry: float = Field(
        default=3.0,
        gt=0,
        description="the same for matches that were lost with their worker, whatever waits",
    )
    keep_request_ids: float = Field(
        default=7.0,
        gt=0,
        description="days after which a creating call that is repeated makes something new",
    )
    keep_workers: float = Field(
        default=7.0, gt=0, description="days after which a worker that is gone is forgotten"
    )
    metrics: str = Field(
        default="127.0.0.1:0", description="where Prometheus metrics are served; port 0: not"
    )
    dashboard: str = Field(default="127.0.0.1:8501", description="where the dashboard listens")
    dashboard_frames: str = Field(
        default="",
        description="origins whose pages may show the dashboard in a frame, with spaces between",
    )
    dashboard_url: str = Field(
        default="",
        description="where people find the dashboard, for links and for signing in; default: "
        "http:// and where it listens",
    )
    dashboard_secret: SecretStr | None = Field(
        default=None,
        description="signs the dashboard's cookies, the same for all replicas; default: drawn at "
        "every start, which ends the sign-ins by OpenID",
    )
    session_hours: float = Field(
        default=12.0, gt=0, description="hours after which people sign in on the dashboard again"
    )
    oidc_metadata_url: str = Field(
        default="",
        description="the OpenID provider's .well-known/openid-configuration; default: no provider",
    )
    oidc_client_id: str = Field(default="", description="what the provider calls this service")
    oidc_client_secret: SecretStr | None = Field(
        default=None, description="what the dashboard shows to the provider"
    )
    oidc_name: str = Field(default="OpenID", description="what the button to sign in calls it")
    open_registration: bool = Field(
        default=False,
        description="whether everybody whom the provider knows may become an owner, uninvited",
    )
    quota_versions: int = Field(
        default=100, ge=0, description="versions that an owner may make in a day; 0: no limit"
    )
    quota_matches: int = Field(
        default=1000,
        ge=0,
        description="matches that an owner may ask for by hand in a day; 0: no limit",
    )
    quota_cpu_seconds: float = Field(
        default=36_000.0,
        ge=0,
        description="seconds that bots may be charged in such matches in a day; 0: no limit",
    )
    quota_storage: int = Field(
        default=2048,
        ge=0,
        description="MiB of packages that an owner may have stored; 0: no limit",
    )
    notice_networks: str = Field(
        default="",
        description="networks, with spaces between, that notices may be posted to although they "
        "are not public: 10.1.0.0/16",
    )
    notice_ports: str = Field(
        default="80 443",
        description="the ports that notices may be posted to; ranges are written 8000-8999",
    )
    smtp: str = Field(
        default="", description="the mail server for notices, host:port; empty: no e-mail"
    )
    smtp_security: Literal["starttls", "tls", "none"] = Field(
        default="starttls", description="how the connection to it is secured"
    )
    smtp_user: str = Field(default="", description="who we are there; empty: nobody in particular")
    smtp_password: SecretStr | None = Field(default=None, description="the password to it")
    smtp_from: str = Field(default="", description="the sender of notices by e-mail")
    keep_notices: float = Field(
        default=30.0, gt=0, description="days after which notices and their log are forgotten"
    )
    sandbox_without_groups: bool = Field(
        default=False,
        description="run uploaded bots although this host has no control groups to limit them",
    )
    build_seconds: float = Field(
        default=300.0, gt=0, description="seconds: the most that a build of an uploaded bot takes"
    )
    build_memory: int = Field(
        default=2048,
        ge=64,
        description="MiB: the most memory that a build uses, with the files it writes",
    )
    build_processes: int = Field(
        default=256, ge=8, description="the most processes and threads that a build has at once"
    )
    build_disk: int = Field(
        default=512, ge=1, description="MiB: the most that a build writes to its folder"
    )
    build_output: int = Field(default=4, ge=1, description="MiB: the most that a build prints")
    build_result: int = Field(
        default=32, ge=1, description="MiB: the most that is kept of a build, compressed"
    )
    log_format: Literal["console", "json"] = Field(
        default="console", description="how log lines look"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="the least important lines that are written"
    )

    @property
    def database_url(self) -> str:
        """The database, the embedded one by default."""
        if self.database is not None:
            return self.database.get_secret_value()
        return f"sqlite:///{self.data.resolve() / 'pentarch.db'}"

    @property
    def dashboard_address(self) -> str:
        """Where people find the dashboard, without a slash at the end."""
        return self.dashboard_url.rstrip("/") or f"http://{self.dashboard}"

    @property
    def redis_folder(self) -> Path:
        """The private Redis keeps its data here."""
        return self.data.resolve() / "redis"

    @property
    def packages(self) -> Path:
        """Uploaded bots are unpacked here."""
        return self.data.resolve() / "packages"


@cache
def settings() -> Settings:
    """The settings of this process, read once from its environment."""
    return Settings()


def listing() -> list[tuple[str, str, str]]:
    """Every variable with its default and meaning, for `pentarch settings` and the docs."""
    return [
        (f"PENTARCH_{name.upper()}", str(field.default), field.description or "")
        for name, field in Settings.model_fields.items()
    ]
