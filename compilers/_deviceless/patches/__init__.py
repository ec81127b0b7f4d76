"""One file for each thing of PyTorch that is swapped while it compiles for an absent device.

Each file's docstring gives the reason and defines

- ``SYMBOLS``: what it replaces, as ``"module:Class.attribute"``; all must exist in this PyTorch;
- ``CREATED``: the same for what a build without CUDA may lack;
- ``replacements(absent)``: symbol to its stand-in, for exactly those symbols.

:mod:`..patching` finds the files by name, checks the symbols, swaps them and puts them back.
"""
