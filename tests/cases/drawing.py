"""Numbers drawn for problems: the same for ever, and exact as doubles."""


class Draw:
    """A linear congruential generator modulo 2^64, whose upper bits are used."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        """A whole number from 0 to limit - 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (self.state >> 33) % limit

    def number(self, largest, parts):
        """A multiple of 1/parts, at most `largest` in size, and never 0."""
        size = (1 + self.below(int(largest * parts))) / parts
        value = -size if self.below(2) else size
        return int(value) if value == int(value) else value

    def vector(self, n, largest=1, parts=8):
        return [self.number(largest, parts) for _ in range(n)]

    def matrix(self, rows, columns, largest=1, parts=8):
        return [self.vector(columns, largest, parts) for _ in range(rows)]

    def inputs(self, n, d):
        return self.matrix(n, d, 1.5, 4)

    def layer(self, d, d_k, d_v, d_source=None, biases=""):
        """Wq, Wk, Wv for inputs of d numbers (keys and values of d_source), and the biases of the letters named."""
        widths = {"q": d_k, "k": d_k, "v": d_v}
        columns = {"q": d, "k": d_source or d, "v": d_source or d}
        weights = {"W" + x: self.matrix(widths[x], columns[x]) for x in "qkv"}
        return weights | {"b" + x: self.vector(widths[x]) for x in biases}

    def network(self, d, m, gates=1, given=("b",)):
        """Wx, Wh, and what else is named of b, h0, c0; an LSTM has four gates."""
        rows = m * gates
        sizes = {"b": rows, "h0": m, "c0": m}
        weights = {"Wx": self.matrix(rows, d), "Wh": self.matrix(rows, m)}
        return weights | {name: self.vector(sizes[name]) for name in given}
