"""Answer the questions of the public checklist about rounds of pods, whoever paired them.

Input: a document in the neutral form (docs/checklist.md, `runner-audit/1`), of which a
`runner-event/1` document is one. Output: an answer for each question that a file can answer.

    questions.toml   the questions, each with its source; questions.py reads them
    tournament.py    the document as plain lists, and what everybody had done before each round
    field.py         a round with what sitting together costs, for the exchanges that are tried
    rounds.py, meetings.py, seats.py, standings.py, playoffs.py, records.py   the checks
    audit.py         asks all of them; begin here
    scenario.py      random tournaments to be paired by any program

Must not import what pairs or ranks: an audit that shared it would prove nothing.
"""
