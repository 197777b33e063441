# SPDX-License-Identifier: Apache-2.0
"""The mechanisms of the papers together: what runs (sweep.toml), and the page (study.py)."""
