"""Things: carried, worn and wielded, with their price, quality and repair.

How they are made is in `crafting`."""
