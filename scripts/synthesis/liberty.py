# SPDX-License-Identifier: Apache-2.0
"""Reads the groups, simple attributes and tables of a Liberty file. What is no Liberty is a ValueError that begins with
FILE:LINE."""

import gzip
import math
import re
import zlib
from dataclasses import dataclass, field

_TOKEN = re.compile(r"""(?P<space>(?:[ \t\r\n\f]|\\[ \t]*\r?\n|/\*.*?\*/|//[^\n]*)+)
                      |(?P<string>"[^"\\]*(?:\\.[^"\\]*)*")
                      |(?P<mark>[(){}:;,])
                      |(?P<word>(?:[^\s(){}:;,"\\/]+|/(?![/*])|\\[^\s])+)""", re.DOTALL | re.VERBOSE)
_NAMES = "compact_lut_template"  # whose third index is of names
_TABLES = ("values", "index_1", "index_2", "index_3")
_UNENDED = {'"': "string", "/": "comment"}
END = "the end of the file"


@dataclass
class Group:
    """KIND (NAMES) { … } with what is directly in it."""

    kind: str
    names: list
    line: int
    body: int = 0  # where in the text what is in it begins
    end: int = 0  # its last line
    attributes: dict = field(default_factory=dict)  # simple ones, as text without quotes
    lists: dict = field(default_factory=dict)  # complex ones, each the texts in its parentheses
    lines: dict = field(default_factory=dict)  # where the attributes are
    tables: dict = field(default_factory=dict)  # values and indices, each a list of rows of numbers
    groups: list = field(default_factory=list)

    def __str__(self):
        return f"{self.kind} ({', '.join(self.names)})"

    def all(self, *kinds):
        """Those of its groups that are of these kinds."""
        return [group for group in self.groups if group.kind in kinds]


@dataclass
class Token:
    """A string, a word, a mark or the end."""

    kind: str
    text: str
    line: int
    end: int

    def __str__(self):
        return f"'{self.text.split(chr(10))[0]}'"


def _unpacked(path):
    """The bytes of a file, which may be compressed by gzip."""
    content = path.read_bytes()
    if not content.startswith(b"\x1f\x8b"):
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{path}:1: gzip cannot unpack this: {error}") from error


def read_text(path):
    """The text of a file, which gzip may have compressed, with lines that end in a newline."""
    content = _unpacked(path).removeprefix(b"\xef\xbb\xbf")
    strange = re.search(rb"[^\t\n\f\r\x20-\x7e\x80-\xff]", content)
    if strange:
        line = content.count(b"\n", 0, strange.start()) + 1
        raise ValueError(f"{path}:{line}: this is no text: a byte is {content[strange.start()]}")
    return content.decode("utf-8", errors="replace").replace("\r\n", "\n")


def _tokens(text, path):
    """The tokens; a string or a comment that does not end is refused."""
    line, at = 1, 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            last = 1 + text.rstrip("\n").count("\n")
            if text[at] in _UNENDED:
                raise ValueError(f"{path}:{last}: the file ends in a {_UNENDED[text[at]]} that begins on line {line}")
            raise ValueError(f"{path}:{line}: there is a '{text[at]}' that joins nothing")
        if found.lastgroup != "space":
            yield Token(found.lastgroup, found[0].strip('"'), line, found.end())
        line += found[0].count("\n")
        at = found.end()
    yield Token("end", END, 1 + text.rstrip("\n").count("\n"), at)


def _numbers(row):
    """The numbers of a table's row. The first word that is none is a ValueError."""
    numbers = []
    for word in filter(None, re.split(r"[\s,\\]+", row)):
        try:
            number = float(word)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise ValueError(word)
        numbers.append(number)
    return numbers


class _Reader:
    """Reads statements, and knows which groups are open."""

    def __init__(self, text, path):
        self.path = path
        self.tokens = _tokens(text, path)
        self.ahead = next(self.tokens)
        self.open = [Group("file", [], 1)]

    def take(self):
        token = self.ahead
        self.ahead = next(self.tokens, token)
        return token

    def refuse(self, token, sentence):
        if token.kind == "end" and len(self.open) > 1:
            sentence = f"the file ends within {self.open[-1]}, which begins on line {self.open[-1].line}"
        raise ValueError(f"{self.path}:{token.line}: {sentence}")

    def statement(self):
        """One attribute, or the begin or the end of a group."""
        token = self.take()
        if (token.kind, token.text) == ("mark", "}") and len(self.open) > 1:
            self.open.pop().end = token.line
        elif token.kind == "word" and self.ahead.text == ":":
            self.open[-1].lines[token.text] = token.line
            self.open[-1].attributes[token.text] = self.value(self.take().line)
        elif token.kind == "word" and self.ahead.text == "(":
            self.arguments(token)
        elif (token.kind, token.text) != ("mark", ";"):
            self.refuse(token if token.kind == "end" or token.kind != "word" else self.ahead,
                        f"{token} begins no statement: NAME : VALUE; or NAME (VALUES); or NAME (VALUES) {{")

    def value(self, line):
        """What stands behind the colon: to the semicolon, or without one to the end of the line."""
        words = []
        while self.ahead.kind in ("word", "string") and (self.ahead.line == line or not words):
            words.append(self.take().text)
        if not words or self.ahead.line == line and self.ahead.text not in (";", "}") and self.ahead.kind != "end":
            self.refuse(self.ahead, f"the value ends in {self.ahead}, not in ';'")
        return " ".join(words)

    def arguments(self, name):
        """What stands in parentheses, which is a group if a brace follows."""
        texts, rows = [], []
        self.take()
        while self.ahead.text != ")" or self.ahead.kind == "string":
            token = self.take()
            if token.kind == "end" or token.kind == "mark" and token.text in "({};":
                self.refuse(token, f"{token} stands where '{name.text} (' of line {name.line} needs a ')'")
            if token.kind != "mark":
                texts.append(token.text)
            if token.kind == "string" and name.text in _TABLES and self.open[-1].kind != _NAMES:
                try:
                    rows.append(_numbers(token.text))
                except ValueError as wrong:
                    self.refuse(token, f"'{wrong}' of {name.text} is no number")
        self.take()
        if name.text in _TABLES:
            self.open[-1].tables[name.text] = rows
        if (self.ahead.kind, self.ahead.text) == ("mark", "{"):
            group = Group(name.text, texts, name.line, self.take().end)
            self.open[-1].groups.append(group)
            self.open.append(group)
        else:
            self.open[-1].lines[name.text] = name.line
            self.open[-1].lists[name.text] = texts


def parse(text, path):
    """The library group of a Liberty file whose text is given."""
    reader = _Reader(text, path)
    while reader.ahead.kind != "end" or len(reader.open) > 1:
        reader.statement()
    file = reader.open[0]
    strange = [f"{group.line}: this is {group}" for group in file.groups if group.kind != "library"]
    strange += [f"{line}: this is {name}" for name, line in file.lines.items()]
    strange += [f"{group.line}: this is one more library" for group in file.groups[1:]]
    strange += [] if file.groups else [f"{reader.ahead.line}: there is no group"]
    if strange:
        raise ValueError(f"{path}:{strange[0]}; a Liberty file is one group library (NAME) {{ … }}")
    return file.groups[0]
