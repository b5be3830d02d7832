"""Find out by counting what a paired round is like.

The audit takes a `PairingInput`, tables and byes, whoever filled them, and shares no code with the
engine. It states a cause only where a count shows it.
"""
