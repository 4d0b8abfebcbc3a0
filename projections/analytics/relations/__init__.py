"""Tables for questions: rolls, harm, wounds, turns and the like, as expressions over facts, each column described.

Reports build on them, and `retcon sql` offers them. No answer to a question is here."""
