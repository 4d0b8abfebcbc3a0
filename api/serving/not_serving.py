"""Why a service does not serve. The command line tells it, and loads no web framework for it."""


class NotServing(Exception):
    """The service cannot serve with these settings on this machine; the sentence says what to do."""


class AddressTaken(NotServing):
    """The address cannot be listened on."""


class NotStarted(NotServing):
    """The application has failed as it started."""

    def __init__(self) -> None:
        super().__init__("the service failed as it started; its log above says why")


class WorkersFailed(NotServing):
    """A worker could not be started, or has ended before it could serve."""
