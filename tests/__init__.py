"""Claims about Retcon, in folders that mirror its packages."""
