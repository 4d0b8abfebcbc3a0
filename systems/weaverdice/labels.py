"""Names for what one deed may have several people roll, or be asked about."""

from __future__ import annotations

from systems.freeform import naming

handle = naming.called
"""What the table calls somebody."""
