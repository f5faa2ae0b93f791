"""Pictures as evidence: a photographed score sheet, say. Encoded anew, without metadata, and seen by few."""
