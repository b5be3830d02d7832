"""Every save is kept, and what changed from one to the next is told in words.

In: the bytes of a save and the event in it. Out: the save in its store (`saves/`), what changed in
words (`changes/`) and the content as `workbook.txt` (`as_text`), which holds only what stands in
columns that the schema marks as public. It must never hold up the day: what goes wrong is told.
"""
