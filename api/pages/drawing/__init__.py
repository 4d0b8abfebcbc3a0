"""Pictures: boards on squares, boards of areas, and intelligence grids.

Each module makes a picture of a view: a struct of shapes and words, which a template in `templates/drawing` writes as SVG or
HTML. A picture has only what its view has, so it shows nobody more than the view does. Colours, patterns and both colour
schemes are in `assets/drawing.css`; a picture has classes alone, because pages allow no styles within.
"""
