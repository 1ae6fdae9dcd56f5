"""What Streamlit is started with: the application, its script, and its look in `.streamlit`.

In a folder of its own: beside a folder named `pages`, Streamlit would serve the modules in there as
scripts of their own.
"""
