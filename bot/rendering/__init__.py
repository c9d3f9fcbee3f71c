"""What people see: scenes (what a viewer may know) turned into pages. Pure; knows no chat client."""
