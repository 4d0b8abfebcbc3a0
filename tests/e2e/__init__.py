"""The product as its users meet it: a service, and programs that know nothing of its code."""
