"""Pages: what people open in a browser.

A page calls the same use cases as HTTP and the command line, with the rights of the token that the browser's session stands
on, and shows the same sentences. Templates are in `templates`, styles and scripts in `assets`. There are no rules here, and
no reads of their own: what a page needs and no use case gives becomes a use case.
"""
