"""Every stage of a compilation as files: made once, kept by content, compared, swept over."""
