"""The game at the terminal: a session that knows no screen, and the faces it has."""
