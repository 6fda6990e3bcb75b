"""Run the command line as ``python -m authoring``."""

from authoring.cli.main import main

if __name__ == "__main__":
    main()
