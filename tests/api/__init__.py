"""The HTTP interface: on a real database, through the framework's client, and its main flows over a real socket."""
