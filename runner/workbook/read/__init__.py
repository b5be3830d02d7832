"""From the workbook's cells to an `Event`: one file for each kind of sheet, a problem for each slip
of the hand."""
