"""Printed matter for real tables: score sheets, table cards and seat slips, as PDF."""
