"""What is recorded anew, and compared by meaning: see scripts/record."""
