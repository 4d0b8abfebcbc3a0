"""Webhooks: a campaign's news, sent to addresses that members named, signed and in order.

Here is what is sent, where it may be sent, and the deliverer that sends it. Which news a member may see is not decided here: it is the
stream's.
"""
