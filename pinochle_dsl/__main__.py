"""`python -m pinochle_dsl` is the command `pinochle`."""

from pinochle_dsl.cli import main

if __name__ == "__main__":
    main()
