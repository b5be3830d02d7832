"""The file format: an .xlsx read cell by cell and edited byte by byte, so that nothing is lost.

In: bytes. Out: a grid of cells, or new bytes in which only the named cells differ. It must never
know what a sheet means.
"""
