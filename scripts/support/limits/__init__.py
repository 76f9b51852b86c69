"""Whether hostile questions keep the limits that are promised: see scripts/limits."""
