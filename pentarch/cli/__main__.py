"""`python -m pentarch.cli` is `pentarch`."""

from pentarch.cli.app import main

if __name__ == "__main__":
    main()
