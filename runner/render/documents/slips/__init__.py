"""Printed match slips: four to a sheet, in the order for one cut through the stack."""
