"""The script that Streamlit runs for every session, again at every change."""

from dashboard.app import main

main()
