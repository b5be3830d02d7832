"""Write names into a workbook that LibreOffice has open; pipe, path and changes come pickled."""

import pickle
import sys

from runner.workbook.live import LibreOffice, Live

pipe, path, changes = pickle.load(sys.stdin.buffer)
Live([LibreOffice(pipe)]).write(path, path.read_bytes(), changes, {})
