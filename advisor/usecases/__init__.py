"""What advisor can do; front ends call these and print, use cases return values."""
