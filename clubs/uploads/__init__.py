"""Files of any length sent in pieces, by the tus protocol: an upload goes on where it was broken off."""
