"""History: every save is kept, and its changes are described in words.

In: the bytes of a save and the event in it. Out: the save in its store (`saves.py`), the changes in
words (`changes.py`) and the content as `workbook.txt` (`as_text`), which contains only columns that
the schema marks as public.

History is best-effort: failures become warnings and never block publishing.
"""
