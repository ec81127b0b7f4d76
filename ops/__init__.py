"""Operators: one file each, which defines OPERATOR. See the README for how to add one."""
