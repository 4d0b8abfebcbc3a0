"""What a hit comes to, what protects from it, and how it heals."""
