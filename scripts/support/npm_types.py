#!/usr/bin/env python3
"""The types of the npm package, made from the JSON Schemas of the line protocol and of reports: npm_types.py > index.d.ts

What a schema says of several fields at once is in the types as alternatives; "at most one of these" is not.
"""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "crates" / "cli" / "schemas"
FUNCTIONS = ROOT / "crates" / "web" / "npm" / "functions.d.ts"

# Of types whose name would be another one's.
NAMES = {"number": "ExactNumber", "numbers": "ExactNumbers", "one number": "NumberAnswer", "one number at several values": "PointsAnswer"}


def pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.replace("_", "-").replace(" ", "-").split("-"))


def merged(schema: dict, refinement: dict) -> dict:
    """An object as one of its alternatives has it."""
    properties = {**schema.get("properties", {}), **refinement.get("properties", {})}
    required = [*schema.get("required", []), *refinement.get("required", [])]
    rest = {key: value for key, value in refinement.items() if key in ("oneOf", "allOf")}
    return {**schema, **rest, "properties": properties, "required": required}


def alternatives(schema: dict) -> list[dict]:
    """The alternatives of an object, each without alternatives of its own."""
    if "allOf" in schema:
        *rest, last = schema["allOf"]
        outer = {key: value for key, value in schema.items() if key != "allOf"}
        outer = {**outer, "allOf": rest} if rest else outer
        return [inner for one in alternatives(outer) for inner in alternatives(merged(one, last))]
    if "oneOf" in schema:
        outer = {key: value for key, value in schema.items() if key != "oneOf"}
        choices = schema["oneOf"]
        if all(one.keys() == {"required"} for one in choices):
            # One of several names, such as eps and epsilon: then not the others.
            names = {name for one in choices for name in one["required"]}
            choices = [{**one, "properties": {name: False for name in names - set(one["required"])}} for one in choices]
        return [inner for one in choices for inner in alternatives(merged(outer, one))]
    return [schema]


class Types:
    """The types of one schema, of which the names begin with a word."""

    def __init__(self, prefix: str, integer: str) -> None:
        self.prefix, self.integer = prefix, integer

    def name(self, name: str) -> str:
        return NAMES.get(name) or ("Decimal" if name == "decimal" else self.prefix + pascal(name))

    def type(self, schema: dict | bool, indent: str) -> str:
        if isinstance(schema, bool):
            return "unknown" if schema else "never"
        if "$ref" in schema:
            return self.name(schema["$ref"].removeprefix("#/$defs/"))
        if "const" in schema:
            return json.dumps(schema["const"])
        if "enum" in schema:
            return " | ".join(json.dumps(value) for value in schema["enum"])
        if "anyOf" in schema:
            return self.union(schema["anyOf"], indent)
        kinds = [part for part in schema.get("allOf", []) if "if" in part]
        if kinds:
            return self.union([merged(part["then"], {"required": ["kind"]}) for part in kinds], indent)
        if "oneOf" in schema and "properties" not in schema:
            return self.union(schema["oneOf"], indent)
        kind = schema.get("type", "object" if "properties" in schema else None)
        if isinstance(kind, list):
            return " | ".join(self.type({**schema, "type": one}, indent) for one in kind)
        if kind == "array":
            item = self.type(schema.get("items", True), indent)
            return f"({item})[]" if " | " in item else f"{item}[]"
        if kind == "object":
            return self.of_object(schema, indent)
        return {"string": "string", "boolean": "boolean", "null": "null", "integer": self.integer, None: "unknown"}[kind]

    def union(self, schemas: list[dict], indent: str) -> str:
        found = dict.fromkeys(self.type(schema, indent) for schema in schemas)
        return " | ".join(found)

    def of_object(self, schema: dict, indent: str) -> str:
        if isinstance(schema.get("additionalProperties"), dict):
            return f"Record<string, {self.type(schema['additionalProperties'], indent)}>"
        if schema.get("maxProperties") == 1 and schema.get("minProperties") == 1:
            one = [{"type": "object", "properties": {name: content}, "required": [name], "additionalProperties": False}
                   for name, content in schema["properties"].items()]
            return self.union(one, indent)
        return " | ".join(dict.fromkeys(self.fields(one, indent) for one in alternatives(schema)))

    def fields(self, schema: dict, indent: str) -> str:
        inner = indent + "  "
        required = schema.get("required", [])
        properties = {**schema.get("properties", {}), **{name: True for name in required if name not in schema.get("properties", {})}}
        lines = []
        for name, content in properties.items():
            if isinstance(content, dict) and "description" in content:
                lines.append(f"{inner}/** {content['description']} */")
            key = name if name.isidentifier() else json.dumps(name)
            mark = "" if name in required else "?"
            lines.append(f"{inner}{key}{mark}: {self.type(content, inner)};")
        if schema.get("additionalProperties") is not False:
            lines.append(f"{inner}[name: string]: unknown;")
        return "\n".join(["{", *lines, f"{indent}}}"]) if lines else "Record<string, never>"

    def definitions(self, schema: dict, known: set[str]):
        for name, content in schema["$defs"].items():
            own = self.name(name)
            if own not in known:
                known.add(own)
                yield declared(own, self.type(content, ""), content)


def declared(name: str, text: str, schema: dict) -> str:
    comment = f"/** {schema['description']} */\n" if "description" in schema else ""
    return f"{comment}export type {name} = {text};\n"


def main() -> None:
    read = {name: json.loads((SCHEMAS / f"{name}.json").read_text()) for name in ["request", "answer", "check"]}
    request, answer, report = Types("", "number | bigint"), Types("", "number"), Types("Report", "number")
    known: set[str] = set()
    parts = list(request.definitions(read["request"], known))
    parts.append(declared("Request", request.type({**read["request"], "type": "object"}, ""), read["request"]))
    parts += answer.definitions(read["answer"], known)
    names = []
    for one in read["answer"]["oneOf"]:
        names.append(NAMES.get(one["title"]) or pascal(one["title"]) + "Answer")
        parts.append(declared(names[-1], answer.type(one, ""), one))
    parts.append(declared("Answer", " | ".join(names), read["answer"]))
    refused = ("ErrorAnswer", "UnsupportedAnswer", "PictureAnswer")
    parts.append(f"/** An answer to a query, with its status \"ok\". */\nexport type Answered = {' | '.join(n for n in names if n not in refused)};\n")
    parts += report.definitions(read["check"], known)
    parts.append(declared("Report", report.type(read["check"], ""), read["check"]))
    print("// Made by scripts/support/npm_types.py.\n")
    print("\n".join(parts))
    print(FUNCTIONS.read_text(), end="")


if __name__ == "__main__":
    main()
