"""Whether a combination of versions, systems and chips works, and what does where it does not.

Pure: tables of a catalog in, an answer with the rule that decided out.
"""

from knowledge.compatibility.answer import answer as answer
from knowledge.compatibility.question import question as question
