"""The script that Streamlit runs for every session, again at every change."""

from pentarch.dashboard.app import main

main()
