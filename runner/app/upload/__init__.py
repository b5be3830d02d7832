"""Uploads: the site of an event on the internet, brought up to date after every save.

In: the site's folder, as `publish` has written it, and where it goes (`destination.py`). Out: the
same files there, sent in an order in which no visitor meets a page that leads nowhere
(`order.py`). A kind of target is a class in a file of `targets/` and a line of its registry.
"""
