"""`python -m arbiter.cli` is `pentarch`."""

from arbiter.cli.app import main

if __name__ == "__main__":
    main()
