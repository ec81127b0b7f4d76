"""Worker processes: one per frontend, started on demand, spoken to over a socket pair.

``parent`` runs in the process the user started; ``child`` in a fresh interpreter that may be
another Python with other packages. They exchange JSON, never pickles: nothing a framework does in
the child can make the parent run code.
"""
