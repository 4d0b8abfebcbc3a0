"""The tables that people ask: rolls, harm, wounds, turns and the like, as expressions over the facts, each column described."""
