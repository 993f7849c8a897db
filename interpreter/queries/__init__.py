"""Questions that need no game: what is this hand worth, what may I play, who takes it, who gets what."""
