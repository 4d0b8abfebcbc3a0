"""The commands `import` and `export`: recordings, histories that other programs kept, and campaigns as files."""
