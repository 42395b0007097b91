"""Every noun that crosses a package border, as a frozen pydantic model.

One module per family of nouns; import from the module, nothing is re-exported here.
"""
