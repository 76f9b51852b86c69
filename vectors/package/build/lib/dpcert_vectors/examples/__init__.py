"""Ready files of tests: ``python -m dpcert_vectors example`` prints them."""
