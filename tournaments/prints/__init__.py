"""Paper of a tournament: pairings, results, standings, brackets, slips, certificates; each as CSV and JSON too."""
