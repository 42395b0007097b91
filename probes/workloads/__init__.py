"""What is measured: graphs of ONNX meaning, and the cases written down for workers."""
