"""Facts, the projection that reports are made of."""
