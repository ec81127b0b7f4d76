"""From interleaved samples to FAST, SLOW, SAME or UNDECIDED, and how many samples that takes.

``verdict`` is the statistics, ``protocol`` what is timed when, ``contest`` that on real workers,
and ``compare`` the same between sessions.
"""
