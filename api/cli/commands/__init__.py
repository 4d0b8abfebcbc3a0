"""The commands of `retcon`, a module for each group of them. How results are printed is in `api.cli.printing`."""
