"""The drawing kit: colours, type, signs, cards and a canvas measured in 600ths of a picture's width."""
