"""The pages of the front door: what is shown comes in as plain values, HTML goes out.

Nothing here knows of files, programs or requests. The templates, their style and their script are
in `templates/door/`; colours and sizes are those of all pages.
"""
