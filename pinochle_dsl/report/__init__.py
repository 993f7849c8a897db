"""A comparison as one page for a browser: it loads nothing and links nowhere."""

from pinochle_dsl.report.page import Subject, report_page

__all__ = ["Subject", "report_page"]
