"""Beans: pure transfers and settlements, the book that posts them, and the audit that checks them all.

`transfers` and `settlement` are pure. Everything else takes an open transaction of the storage and never commits.
"""
