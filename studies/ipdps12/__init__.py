# SPDX-License-Identifier: Apache-2.0
"""The study of IPDPS'12: what runs (sweep.toml), and the page (study.py)."""
