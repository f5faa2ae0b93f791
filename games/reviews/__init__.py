"""The review of a player's own play by the bots; a step of a case is called a review too, so rows are `PlayReview`."""
