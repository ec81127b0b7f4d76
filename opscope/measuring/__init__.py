"""One case through its compilers: prepared, checked, timed in turn, judged together.

``run`` leads: a ``subject`` is one compiler on one case, ``check`` comes before ``timing``,
``alarms`` and ``judging`` after it; ``machine`` and ``peaks`` know what the numbers stand on.
"""
