"""The subcommands of ``opscope``: one file each, found by name.

A file defines ``SUMMARY``, ``add_arguments(parser)`` and ``run(arguments) -> int`` (the exit
status). Importing it must cost nothing: it imports what it needs inside ``run``.
"""
