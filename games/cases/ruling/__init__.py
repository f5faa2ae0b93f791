"""Pages of the ruling on a case, of the appeal and of the committee."""
