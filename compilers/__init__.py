"""Compilers: one file each, which defines COMPILER; ``_torch.py`` and the like are frontends."""
