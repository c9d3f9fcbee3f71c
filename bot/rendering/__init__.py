"""What people see: scenes (what a viewer may know) turned into pages. Pure. Knows no chat client."""
