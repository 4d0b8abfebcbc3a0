"""Webhooks: a campaign's news, sent to addresses that members named, signed and in order.

Here is what is sent, where it may be sent, and the deliverer that sends it. The stream decides which news a member may
see, not this package.
"""
