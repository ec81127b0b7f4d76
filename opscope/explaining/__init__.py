"""``opscope explain``: what is known of two sides, switches thrown, and what follows from both.

``explain`` leads, ``laboratory`` measures, ``intervene`` throws switches, ``attribution``
concludes.
"""
