"""Version test: is one version better than another?"""
