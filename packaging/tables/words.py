"""Words: enumerations in Swift, JavaScript, the schema and the documents."""
from . import camel, header, load


class Row:
    """A word of an enumeration."""

    def __init__(self, word, fields):
        self.word = word
        self.fields = fields if isinstance(fields, dict) else {"doc": fields}
        self.case = self.fields.get("case", camel(word))
        self.is_wire = self.fields.get("wire", True)

    def __getitem__(self, field):
        return self.word if field == "word" else self.fields[field]

    def get(self, field, other=None):
        return self.fields.get(field, other)


class Enumeration:
    """An enumeration of the table."""

    def __init__(self, name, fields):
        self.name = name
        self.fields = fields
        self.rows = [Row(word, row) for word, row in fields["words"].items()]
        self.module, self.type = fields["swift"].split("/")
        self.raw = fields.get("raw")

    def get(self, field, other=None):
        return self.fields.get(field, other)

    @property
    def cases(self):
        return [row for row in self.rows if row.case]

    @property
    def wire(self):
        return [row for row in self.rows if row.is_wire]


def enumerations(root):
    return {name: Enumeration(name, fields) for name, fields in load(root, "words").items()}


def plant(table):
    """Changes the first word of each enumeration."""
    for enumeration in table.values():
        words = enumeration["words"]
        enumeration["words"] = {f"{word}_planted" if not number else word: row
                                for number, (word, row) in enumerate(words.items())}
    return table


# JavaScript


def quoted(text):
    return "'" + text.replace("'", "\\'") + "'"


def web_files(every):
    constants, types, values = "", "", ""
    for one in every.values():
        if one.get("web"):
            union = " | ".join(quoted(row.word) for row in one.wire)
            summary = one.get("client_doc", one.get("doc")).split("\n")[0]
            types += f"/** {summary} */\nexport type {one.get('web')} = {union}\n"
        for name, field in one.get("texts", {}).items():
            rows = "".join(f"  {row.word}: {quoted(row[field])},\n" for row in one.wire)
            constants += f"\nexport const {name} = {{\n{rows}}}\n"
            values += f"export const {name}: Record<{one.get('web')}, string>\n"
    return {
        "Sources/Web/flick/words.js": header("words") + constants,
        "Sources/Web/flick/words.d.ts": header("words") + "\n" + types + "\n" + values,
    }


def outputs(root):
    return web_files(enumerations(root))
