"""`python -m pentarch.arbiter.cli` is `pentarch`."""

from pentarch.arbiter.cli.app import main

if __name__ == "__main__":
    main()
