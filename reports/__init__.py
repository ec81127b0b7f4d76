"""Reports: one file each, which defines REPORT, from records to text, HTML or plots."""
