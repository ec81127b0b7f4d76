"""What every report shares: ratios and ranks, figures with units, comparisons in words."""
