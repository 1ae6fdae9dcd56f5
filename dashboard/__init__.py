"""The dashboard: Streamlit pages, and the replay viewer that runs in the browser."""
