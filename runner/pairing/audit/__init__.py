"""What a paired round is like, found out by nothing but counting.

The audit takes a state, its tables and its byes, whoever filled them, and shares no code with the
engine that did. What it says of a cause it has counted; what it cannot count it leaves unsaid.
"""
