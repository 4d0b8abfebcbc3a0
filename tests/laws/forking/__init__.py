"""Laws of forks, and of what is brought back from them."""
