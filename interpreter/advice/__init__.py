"""How a question for advice is answered, by what it is about; `interpreter.advising` is where it is asked."""
