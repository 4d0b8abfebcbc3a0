"""Things: what is carried, worn and wielded, what it costs, how it is made, made better and repaired."""
