"""The words and pictures that people see: pages made from scenes, pure and without any chat client."""
