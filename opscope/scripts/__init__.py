"""Files that opscope writes for its users: an operator to start from, a script for a bug report."""
