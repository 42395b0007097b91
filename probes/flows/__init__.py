"""What is measured that is no call of a graph: data pipelines, and exchanges between processes."""
