"""Claims about dice: notation, rolling, tapes, supply and proof."""
