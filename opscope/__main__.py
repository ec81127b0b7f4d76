"""``python -m opscope`` and the ``opscope`` command."""

import sys

from opscope.cli import main

if __name__ == "__main__":
    sys.exit(main())
