"""The shapes of charts, one per file; `reports.charts` alone puts them into an SVG."""
