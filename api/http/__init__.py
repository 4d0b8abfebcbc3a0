"""HTTP as the framework has it: guards of routes, what requests hold, and answers to errors.

Use cases, and so the command line, import nothing from here."""
