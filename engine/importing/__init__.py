"""Cards from the files of MTGJSON and Scryfall, turned into the notation. What is not understood says so.

`printed` reads the files, `trees` has rules text compiled by the optional package `phase`, `translation` turns its trees into the
vocabulary, `accounting` holds the result against the text, `importer` puts them together for a whole file.
"""
