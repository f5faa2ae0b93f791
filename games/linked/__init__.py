"""Links to pages of play as chats show them: their words and their pictures, as anybody may know them."""
