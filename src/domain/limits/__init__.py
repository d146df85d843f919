"""Limits in time: of a call, of the age of answers, and of requests to each upstream."""
