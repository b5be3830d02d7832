"""The pages of the local web interface: plain values in, HTML out.

Nothing here knows files, programs or requests. The templates, their CSS and their script are in
`templates/door/`; they share colours and sizes with all other pages.
"""
