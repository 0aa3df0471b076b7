"""The types of the web: what tsc says of the classes, and types.d.ts, words.d.ts and the schema of the protocol.

tsc writes a declaration for each module. Its declarations, without what is protected or private, are joined to one file for the
connection, one for the interactions and one for the elements. The attributes of an element are those of its `reflect` table.
"""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import textwrap

import tables

WEB = "Sources/Web"
BY_HAND = "Sources/Tables/types.d.ts"
CORE, INTERACTIONS, ELEMENTS = "flick.d.ts", "flick-interactions.d.ts", "flick-elements.d.ts"
OF_CORE = {"client", "motion", "snap-points", "spring", "spring-runner", "swipe", "zone", "types", "words"}
OPTIONS = "--strict --target es2022 --module es2022 --moduleResolution node --lib es2022,dom".split()
TESTS = ["types.ts", "element-types.ts", "jsx-types.tsx"]
# Fields of a decision that a line may lack and that swipe.js then sets to 0: never null.
ZERO_IF_ABSENT = ("travel", "travel_threshold")
# A property of an element from an attribute of this kind.
KINDS = {"number()": "number | undefined", "text()": "string | undefined", "flag": "boolean", "onUnlessFalse": "boolean"}


def missing():
    """The program that is needed, and is not there."""
    return None if shutil.which("tsc") else "tsc"


def plant(sources):
    """Changes the name of a method in each output."""
    return {path: re.sub(r"\b(undo|retargeted)\(", r"\1Planted(", text) for path, text in sources.items()}


# Comments


def bracketed(text):
    """The text in the braces with which a text begins, and what follows."""
    depth = 0
    for index, letter in enumerate(text):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0:
            return text[1:index], text[index + 1:].strip()
    raise ValueError(f"there is no closing brace: {text}")


def read_comment(comment):
    """The description of a comment, and its tags with their texts."""
    inner = re.sub(r"(?m)^\s*\*? ?", "", comment.strip()[3:-2].strip("\n"))
    inner = inner.replace("@readonly @type", "@type").strip()
    description, *parts = re.split(r"(?m)^@(?=[a-z])", inner)
    tags = []
    for part in parts:
        name, _, rest = part.partition(" ")
        tags.append((name.strip(), rest.strip()))
        if name == "type" and rest:
            description += "\n" + bracketed(rest.strip())[1]
    return description.strip(), tags


def comment(description, indent):
    """A comment in lines of at most 120 columns."""
    space = " " * indent
    if not description:
        return ""
    short = f"{space}/** {description} */\n"
    if "\n\n" not in description and len(" ".join(short.split())) + indent <= 120:
        return f"{space}/** {' '.join(description.split())} */\n"
    lines = []
    for paragraph in re.split(r"\n\s*\n", description):
        wrapped = paragraph.split("\n") if paragraph.startswith("    ") else textwrap.wrap(
            " ".join(paragraph.split()), 117 - indent, break_on_hyphens=False)
        lines += ([""] if lines else []) + wrapped
    return f"{space}/**\n" + "".join(f"{space} * {line}".rstrip() + "\n" for line in lines) + f"{space} */\n"


# Declarations


class Declaration:
    """A declaration of a module: its comment, its kind (class, type, ...), its name, and its text from the kind on."""

    def __init__(self, module, chunk):
        found = re.match(r"\s*(?P<doc>/\*\*.*?\*/\s*)*(?P<text>[a-z].*)", chunk, re.S)
        text = found["text"].rstrip() + "\n"
        comments = re.findall(r"/\*\*.*?\*/", chunk[:found.start("text")], re.S)
        self.module = module
        self.doc, self.tags = read_comment(comments[-1]) if comments else ("", [])
        self.is_exported = text.startswith("export ")
        self.text = re.sub(r"^(export |declare )+", "", text)
        self.kind, self.name = re.match(r"(?:abstract )?(\w+) ([\w$]+)", self.text).groups()

    @property
    def used(self):
        """The capitalised names in it."""
        return set(re.findall(r"\b[A-Z]\w*", re.sub(r"/\*.*?\*/|'[^'\n]*'", "", self.text, flags=re.S)))

    def printed(self, is_exported):
        prefix = "export " if is_exported else "declare " if self.kind in ("class", "const", "function") else ""
        return comment(self.doc, 0) + prefix + self.text


def declarations(module, text):
    """The declarations of a module, in their order."""
    chunks, has_begun = [], True
    for line in text.splitlines():
        is_comment, is_statement = line.startswith("/**"), bool(re.match(r"[a-z]", line))
        if (is_comment or is_statement) and has_begun:
            chunks.append([])
            has_begun = False
        has_begun = has_begun or is_statement
        if chunks and not line.startswith("//"):
            chunks[-1].append(line)
    texts = ("\n".join(lines) for lines in chunks)
    return [Declaration(module, one) for one in texts if not re.match(r"(import|export) (\{|type \{|\*)", one.strip())]


def members_of(body):
    """The members in the body of a class: the comment and the text of each."""
    found = re.findall(r"(?m)^ {4}((?:/\*\*.*?\*/\s*)?)(\S.*(?:\n {5,}.*|\n {4}\}.*)*)", re.sub(
        r"(?ms)^ {4}/\*\*.*?\*/$", lambda one: one[0].replace("\n", "\v"), body))
    return [(doc.replace("\v", "\n"), text) for doc, text in joined(found)]


def joined(found):
    """Joins each comment, which is a match of its own, with the member that follows."""
    doc = ""
    for own, text in found:
        if text.startswith("/**"):
            doc = text
            continue
        yield own or doc, text
        doc = ""


def tidy(text):
    """A signature as a person writes it: without what tsc adds."""
    text = re.sub(r'import\("[^"]*"\)\.', "", text)
    text = re.sub(r"\{ [\w, .$]+ \}(\??): ", r"options\1: ", text)
    text = re.sub(r'"(\w+)"', r"'\1'", text)
    text = re.sub(r"\?: \((\([^()]*\) => [^()]*)\) \| undefined(?=;?$)", r"?: \1", text)
    # From the inside out: an optional field of an optional object.
    optional = r"\?: ((?:[^;,(){}<>]|\{[^{}]*\}|<[^<>]*>|\([^()]*\)|\[[^\[\]]*\])*?) \| undefined(?=[;,)\n }])"
    while re.search(optional, text):
        text = re.sub(optional, r"?: \1", text)
    return text


def folded(text, indent):
    """A member in lines of at most 120 columns."""
    flat = re.sub(r"\s*/\*\*.*?\*/", "", text, flags=re.S) if "/**" in text else text
    flat = re.sub(r"\s*\n\s*", " ", flat).replace("; }", " }").rstrip(";")
    space = " " * indent
    if len(flat) + indent <= 120:
        return f"{space}{flat}\n"
    lines, part = [], ""
    for piece in re.split(r"(?<=[,;&|]) |(?<=[(]) ?(?=\w+\??: )", flat):
        joint = "" if part.endswith("(") or not part else " "
        if len(part + joint + piece) + indent > (120 if not lines else 118):
            lines.append(part)
            part, joint = "", ""
        part += joint + piece
    return "".join(f"{space}{'  ' if number else ''}{line}\n" for number, line in enumerate([*lines, part]))


def class_text(declaration, extra):
    """A class with its public members, and further ones: (name, type, comment, whether it is only read)."""
    head, _, body = declaration.text.partition("\n")
    head = re.sub(r"extends \w+_base\b.*\{", "extends HTMLElement {", tidy(head))
    members = members_of(body)
    settable = {re.match(r"(?:static )?set (\w+)", text)[1] for _, text in members if re.match(r"(static )?set ", text)}
    lines = []
    stated = {name for name, *_ in extra}
    for doc, text in members:
        named = re.match(r"(?:readonly )?([\w$]+)\??:", text)
        if named and named[1] in stated or text == "constructor();":
            continue
        if re.match(r"protected |private |#|(static )?set |\}|static (?!readonly |get |[\w$]+\()", text):
            continue
        text = tidy(text)
        getter = re.match(r"(static )?get (\w+)\(\): (.*);", text, re.S)
        if getter:
            only = "" if getter[2] in settable else "readonly "
            text = f"{getter[1] or ''}{only}{getter[2]}: {getter[3]}"
        lines.append(comment(read_comment(doc)[0] if doc else "", 2) + folded(text, 2))
    for name, kind, doc, is_read in extra:
        lines.append(comment(doc, 2) + folded(f"{'readonly ' if is_read else ''}{name}: {kind}", 2))
    return f"{head}\n{''.join(lines)}}}\n" if lines else f"{head}}}\n"


def properties(tags):
    """The properties that a comment states: by Object.assign or by attributes, which tsc does not see."""
    found = []
    for tag, rest in tags:
        if tag in ("property", "property-read"):
            kind, text = bracketed(rest)
            name, _, doc = text.partition(" ")
            found.append((name, " ".join(kind.split()), " ".join(doc.split()), tag == "property-read"))
    return found


def type_text(declaration):
    """A type in lines of two columns."""
    lines = []
    fields = re.findall(r"(?ms)^ {4}((?:/\*\*.*?\*/\n {4})?)(\S.*?;)$(?=\n {4}[^\s}]|\n\})", declaration.text)
    head = declaration.text.partition("\n")[0]
    if not head.endswith(" = {") or not fields:
        return folded(tidy(declaration.text.rstrip()), 0)
    for doc, text in fields:
        lines.append(comment(read_comment(doc)[0] if doc else "", 2) + folded(tidy(text), 2))
    return f"{head}\n{''.join(lines)}}}\n"


# The protocol


def of_schema(root, name, definition, is_optional):
    """The type of a definition of the schema, with the names of pages."""
    definitions = json.loads((root / "docs/protocol.schema.json").read_text(encoding="utf-8"))["$defs"]
    schema = definitions[definition]
    words = {row["schema"]: row["web"] for row in tables.load(root, "words").values() if "schema" in row and "web" in row}

    def kind(field):
        if "anyOf" in field:
            return " | ".join(kind(one) for one in field["anyOf"])
        if "$ref" in field:
            name = field["$ref"].rpartition("/")[2]
            return words.get(name) or kind(definitions[name])
        if "enum" in field:
            return " | ".join("null" if word is None else f"'{word}'" for word in field["enum"])
        if field.get("type") == "array":
            return f"{kind(field['items'])}[]"
        if "properties" in field:
            return "{ " + "; ".join(f"{key}?: {kind(one)}" for key, one in field["properties"].items()) + " }"
        return {"boolean": "boolean", "null": "null"}.get(field.get("type"), "number")

    text = f"/** {schema['title']}. */\nexport interface {name} {{\n"
    for key, field in schema["properties"].items():
        null = " | null" if is_optional and key not in (*schema["required"], *ZERO_IF_ABSENT) else ""
        text += comment(field.get("description", ""), 2)
        text += folded(f"readonly {tables.camel(key)}: {kind(field)}{null if 'null' not in kind(field) else ''}", 2)
    return text + "}\n"


# The elements


def attribute_tables(sources):
    """The attributes of each class: the name and the kind of each."""
    found = {}
    for text in sources.values():
        for name, body in re.findall(r"(?ms)^reflect\((\w+), \{(.*?)\}\)$", text):
            found[name] = re.findall(r"(\w+): (\w+(?:\([^()]*\))?)", body)
    return found


def kind_of(kind):
    return KINDS.get(kind) or ("number" if kind.startswith("number(") else "string")


def attributes_of(pool, name, chain, kinds, pushed):
    """The attributes of a class in JSX, each also as a property."""
    stated = {one: kind for base in chain for one, kind, _, _ in properties(pool[base][0].tags)}
    fields = {attribute: stated.get(attribute, kind_of(kind)) for attribute, kind in kinds}
    members = dict(re.findall(r"(?m)^  (\w+): (\w+)$", pool[name][0].text))
    fields.update({attribute: members[attribute] for attribute in pushed if attribute in members})
    base = f"{chain[-2]}Attributes" if len(chain) > 1 else "ElementAttributes"
    text = f"export interface {name}Attributes extends {base} {{\n"
    for one, kind in fields.items():
        kind = kind.replace(" | undefined", "")
        attribute = re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", one)
        loose = {"number": "number | string", "boolean": "boolean | '' | 'true' | 'false'"}.get(kind, kind)
        text += f"  {one}?: {loose}\n" if attribute == one else f"  '{attribute}'?: {loose}\n  {one}?: {kind}\n"
    return text + "}\n"


def global_types(sources, pool):
    """The attributes of the elements, and the declarations by tag: for `document.createElement`, and for JSX."""
    kinds = attribute_tables(sources)
    pushed, tags = {}, {}
    for text in sources.values():
        for name, attribute in re.findall(r"(\w+)\.observedAttributes\.push\('([\w-]+)'\)", text):
            pushed.setdefault(name, []).append(attribute)
        tags.update(re.findall(r"(?s)class (\w+) extends \w+ \{(?:(?!\nexport class ).)*?static tag = '([\w-]+)'", text))
    texts = {}
    for name in tags:
        chain = chain_of(pool, name)
        for index, one in enumerate(chain):
            texts[one] = attributes_of(pool, one, chain[:index + 1], kinds.get(one, []), pushed.get(one, []))
    elements = "".join(f"    '{tag}': {name}\n" for name, tag in tags.items())
    markup = "".join(f"      '{tag}': {name}Attributes\n" for name, tag in tags.items())
    return ("".join(f"{text}\n" for text in texts.values())
            + f"declare global {{\n  interface HTMLElementTagNameMap {{\n{elements}  }}\n"
            f"  namespace JSX {{\n    interface IntrinsicElements {{\n{markup}    }}\n  }}\n}}\n")


def chain_of(pool, name):
    """A class and those that it extends, from the first one on."""
    found = []
    while name in pool:
        found.insert(0, name)
        base = re.search(r"extends (\w+)", pool[name][0].text.partition("\n")[0])
        name = base[1] if base else None
    return found


# The run of tsc, and the three files


def scripted(text):
    """Declarations as a script: each is global."""
    return re.sub(r"(?m)^export (const|declare)\b.*\n", "", text).replace("\nexport ", "\n")


def emitted(sources, plain, known={}):
    """The declarations of each module, as tsc writes them: for each text once, because tsc takes seconds."""
    key = (tuple(sources.items()), plain)
    if key not in known:
        known[key] = emit(sources, plain)
    return known[key]


def emit(sources, plain):
    aliases = ""
    for path, text in sources.items():
        for doc, name in re.findall(r"(/\*\*(?:(?!\*/).)*\*/\n)?export class (\w+)", text, re.S):
            parameters = re.findall(r"@template (\S+)", doc)
            given = ", ".join(re.match(r"\[?(\w+)", one)[1] for one in parameters)
            stated = ", ".join(one.strip("[]").replace("=", " = ") for one in parameters)
            alias = "SwipeFields" if name == "Swipe" else name
            aliases += f"type {alias}{f'<{stated}>' if stated else ''} = " \
                       f"import('./{path}').{name}{f'<{given}>' if given else ''}\n"
        template = r"(?:@template \{(\w+)\} \[(\w+)=(\w+)\]\n \* )?"
        for limit, parameter, default, name in re.findall(
                template + r"@typedef \{(?:[^{}]|\{[^{}]*\})*\} (\w+)", text):
            stated, given = (f"<{parameter} extends {limit} = {default}>", f"<{parameter}>") if parameter else ("", "")
            aliases += f"type {name}{stated} = import('./{path}').{name}{given}\n"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for path, text in sources.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        without = re.sub(r"(?ms)^export interface (Flick|FlickElement)\b.*?^\}\n", "", plain)
        (folder / "globals.d.ts").write_text(aliases + scripted("\n" + without), encoding="utf-8")
        subprocess.run(
            ["tsc", *OPTIONS, "--allowJs", "--declaration", "--emitDeclarationOnly", "--rootDir", ".", "--outDir", "out",
             "globals.d.ts", "flick.js", "flick-elements.js"], cwd=folder, check=True)
        return {path[:-3]: (folder / "out" / f"{path[:-3]}.d.ts").read_text(encoding="utf-8")
                for path in sources if (folder / "out" / f"{path[:-3]}.d.ts").exists()}


def pool_of(root, sources):
    """Every declaration, by its name."""
    plain = "".join((root / path).read_text(encoding="utf-8") for path in (BY_HAND, f"{WEB}/flick/words.d.ts"))
    plain += of_schema(root, "Decision", "decision", True) + of_schema(root, "Snap", "snap", False)
    found = {}
    attributes = attribute_tables(sources)
    for one in declarations("types", plain):
        found.setdefault(one.name, []).append(one)
    for path, text in emitted(sources, plain).items():
        for one in declarations(path.rpartition("/")[2] if "/elements/" not in path else "elements", text):
            if one.kind == "const" and one.name.endswith("_base"):
                continue
            if path == "flick/swipe" and one.name == "Swipe":
                one.name, one.text = "SwipeFields", one.text.replace("class Swipe ", "class SwipeFields ", 1)
            # A class or a typedef of a script has no other owner; what is written by hand stands beside it.
            found.setdefault(one.name, []).insert(0, one)
    for name, (first, *_) in list(found.items()):
        if first.kind == "class":
            stated = properties(first.tags)
            known = {one for base in chain_of(found, name) for one, _, _, _ in properties(found[base][0].tags)}
            stated += [(one, kind_of(kind), "", False) for one, kind in attributes.get(name, []) if one not in known]
            first.text = class_text(first, stated)
        elif first.kind == "type" and first.module != "types":
            first.text = type_text(first)
        elif first.module != "types":
            first.text = folded(tidy(first.text.rstrip()), 0)
    return found


def exported(text):
    """The names that a module exports, from its lists."""
    names = re.findall(r"export \{(.*?)\}", text, re.S)
    return [name.strip() for one in names for name in one.split(",") if name.strip()] \
        + re.findall(r"(?m)^export function (\w+)", text)


def file_of(declaration):
    if declaration.module in ("elements", "flick-elements"):
        return ELEMENTS
    return CORE if declaration.module in OF_CORE else INTERACTIONS


def reach(pool, names, owned):
    """Adds to `owned` the names that the declarations of names use, each in the file that uses it first."""
    for path in (CORE, INTERACTIONS, ELEMENTS):
        queue = [name for name in names if file_of(pool[name][0]) == path]
        while queue:
            name = queue.pop(0)
            if name in owned:
                continue
            first = pool[name][0]
            owned[name] = path if first.module == "types" else file_of(first)
            queue += sorted(used for one in pool[name] for used in one.used if used in pool)
    return owned | {"ElementAttributes": ELEMENTS}


def file_text(path, pool, owned, public, sources):
    mine = [name for name in pool if owned.get(name) == path]
    used = {name for one in mine for part in pool[one] for name in part.used}
    wanted = {name for one in pool if owned.get(one, path) != path for part in pool[one] for name in part.used}
    body = ""
    for name in mine:
        for one in pool[name]:
            is_public = name in public if one.kind in ("class", "function", "const") else one.is_exported
            body += one.printed(is_public or name in wanted) + "\n"
    text = ""
    for other in (CORE, INTERACTIONS, ELEMENTS):
        names = sorted(name for name in used if owned.get(name) == other and other != path)
        if names:
            text += folded(f"import type {{ {', '.join(names)} }} from './{other[:-5]}.js'", 0)
    if path == CORE:
        body += f"export * from './{INTERACTIONS[:-5]}.js'\n"
    elif path == ELEMENTS:
        others = [name for name in exported(sources["flick-elements.js"]) if owned[name] != path]
        body = f"export {{ {', '.join(others)} }} from './flick.js'\n\n{body}{global_types(sources, pool)}"
    return f"{text}\n{body}" if text else body


def version():
    return re.search(r"\d+\.\d+", subprocess.run(["tsc", "--version"], capture_output=True, text=True).stdout)[0]


def header(tsc):
    return f"// Generated by make generate from the comments of Sources/Web/flick, by tsc {tsc}; do not edit.\n"


def compiles(root, files):
    """Whether the tests of the types accept these files."""
    with tempfile.TemporaryDirectory() as folder:
        web, tests = pathlib.Path(folder) / WEB, pathlib.Path(folder) / "Tests/Web"
        for one in (web, tests):
            one.mkdir(parents=True)
        for path, text in files.items():
            (pathlib.Path(folder) / path).write_text(text, encoding="utf-8")
        for name in TESTS:
            shutil.copy(root / "Tests/Web" / name, tests)
        return subprocess.run(["tsc", "--noEmit", "--jsx", "preserve", *OPTIONS, *TESTS], cwd=tests).returncode == 0


def outputs(root):
    """The three files. Another version of tsc writes the same in other words: then the files stay, if their meaning does."""
    web = root / WEB
    paths = [web / "flick.js", web / "flick-elements.js", *sorted((web / "flick").rglob("*.js"))]
    sources = {str(path.relative_to(web)): path.read_text(encoding="utf-8") for path in paths}
    if tables.planted:
        sources = tables.planted("types", sources)
    pool = pool_of(root, sources)
    public = exported(sources["flick.js"]) + exported(sources["flick-elements.js"])
    owned = reach(pool, public, {})
    texts = {f"{WEB}/{path}": file_text(path, pool, owned, public, sources) for path in (CORE, INTERACTIONS, ELEMENTS)}
    texts = {path: header(version()) + text.rstrip("\n") + "\n" for path, text in texts.items()}
    present = (root / WEB / CORE).read_text(encoding="utf-8").partition("\n")[0] + "\n"
    is_other = present != header(version()) and present.startswith(header("")[:50])
    if is_other and not tables.planted and compiles(root, texts):
        return {path: (root / path).read_text(encoding="utf-8") for path in texts}
    return texts
