"""What Streamlit knows of a session and has no public name for."""

from collections.abc import Callable

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx


def presence() -> Callable[[], bool]:
    """Tells, from any thread, whether the browser of this session is connected."""
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return lambda: True
    session, server = context.session_id, runtime.get_instance()
    return lambda: server.is_active_session(session)


def is_going_back() -> bool:
    """Whether the page is drawn because somebody went back or forth in the browser."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def is_part_alone() -> bool:
    """Whether only a part of the page is drawn, a fragment, and not all of it."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)
