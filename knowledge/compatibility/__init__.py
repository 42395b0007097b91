"""Whether a combination of versions, systems and chips works, and what does where it does not.

Pure: tables of a catalog in (`answer.answer`), an answer with the rule that decided out.
"""
