"""Hostile questions: `Generator(requests, theorems).question(seed)` is a request of the line protocol.

All of it is read from the program: kinds, fields and quantities from the JSON Schema of a request (`dpcert schema request`), theorems
and their parameters from `dpcert theorem list`. The reader knows as much of JSON Schema as that schema uses. What the schema
cannot say, such as that probabilities add up to 1, is in `values`; what is invalid all the same is refused by the program.
"""

import json
import random
import re

from . import values

# How deep operators are nested.
DEPTH = 3
# How many objects are drawn before one is taken that the schema does not allow.
ATTEMPTS = 40


class Generator:
    def __init__(self, schema, theorems):
        self.schema = schema
        self.definitions = schema["$defs"]
        self.theorems = read_theorems(theorems)
        self.kinds = self.definitions["kind"]["properties"]["kind"]["enum"]
        rules = [rule["then"] for rule in self.definitions["kind"]["allOf"]]
        self.rules = {rule["properties"]["kind"]["const"]: rule for rule in rules}
        self.leaves = [kind for kind in self.kinds if not self.has_mechanism(kind)]

    def has_mechanism(self, kind):
        """Whether mechanisms of this kind are always about another one."""
        rule = self.rules[kind]
        return any("#/$defs/mechanism" in json.dumps(rule["properties"][name]) for name in rule.get("required", []))

    def question(self, seed):
        """The question of this seed."""
        self.random = random.Random(seed)
        request = {}
        topic = self.random.choices(["mechanism", "theorem", "channel", "sensitivity", "scene"], [88, 4, 3, 4, 1])[0]
        if topic == "mechanism":
            request["mechanism"] = self.mechanism(self.random.choice([0, 0, 1, 1, 2, DEPTH]))
            request["query"] = self.query(request["mechanism"])
            if "calibrate" in request["query"]:
                mark(self.random, request["mechanism"])
            if self.random.random() < 0.1:
                request["mechanism"] = notation(request["mechanism"])
        elif topic == "theorem":
            request["theorem"] = self.theorem()
        elif topic == "scene":
            shows = ["regions", "trade-offs", "roc", "profiles", "log-profiles", "deltas", "log-deltas"]
            mechanisms = [notation(self.mechanism(self.random.choice([0, 1, 2]))) for _ in range(self.random.choice([1, 1, 2]))]
            request["scene"] = {"show": self.random.choice(shows), "mechanisms": mechanisms}
        else:
            request[topic] = self.value(self.schema["properties"][topic], topic, values.length(self.random), 1)
        if self.random.random() < 0.1:
            request["digits"] = self.random.choice([1, 5, 50, 300, 2000, 10_000, 100_000])
        if self.random.random() < 0.1:
            request["rel-gap"] = self.random.choice(["1e-2", "1e-4", "1e-6", "1e-9", "1e-30"])
        return request

    def mechanism(self, depth):
        """A mechanism in which operators are nested this deep."""
        random = self.random
        operators = [kind for kind in self.kinds if kind not in self.leaves]
        kind = random.choice(self.leaves if depth == 0 else operators)
        # Compositions are what is asked most.
        if depth > 0 and random.random() < 0.4:
            kind = "repeat"
        return self.object(self.rules[kind], values.length(random), depth)

    def query(self, mechanism):
        random = self.random
        names = self.definitions["query"]["properties"]
        name = random.choice(list(names))
        query = self.value(names[name], name, random.choice([1, 1, 2, 5, 20]), 1)
        if name == "dominates" and random.random() < 0.5:
            # Nearly the same mechanism.
            query["mechanism"] = json.loads(json.dumps(mechanism))
            change(random, query["mechanism"])
        return {name: query}

    def theorem(self):
        random = self.random
        name, alternatives = random.choice(self.theorems)
        theorem = {"name": name}
        for parameter, is_optional in random.choice(alternatives):
            if is_optional and random.random() < 0.5:
                continue
            if parameter == "mechanism":
                theorem[parameter] = self.mechanism(random.choice([0, 0, 1]))
            elif parameter == "adjacency":
                theorem[parameter] = random.choice(self.definitions["adjacency"]["enum"])
            elif parameter in ("k", "n", "size", "population", "steps", "categories", "bins"):
                theorem[parameter] = values.natural(random)
            else:
                theorem[parameter] = values.number(random, parameter)
        return theorem

    def value(self, schema, name, size, depth):
        """A value that the schema allows for the field of this name; lists have this length."""
        random = self.random
        if "$ref" in schema:
            target = schema["$ref"].removeprefix("#/$defs/")
            if target == "mechanism":
                return self.mechanism(max(depth - 1, 0))
            if target == "number":
                return values.number(random, name)
            if target == "natural":
                return values.natural(random)
            # A channel is a matrix, whatever the field is named.
            if target == "channel":
                name, size = target, min(size, 20)
            return self.value(self.definitions[target], name, size, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return random.choice(schema["enum"])
        for choice in ("anyOf", "oneOf"):
            # A text is the same as an object; numbers are mostly one.
            branches = [branch for branch in schema.get(choice, []) if branch.get("type") != "string"]
            if branches and schema.get("type") != "object":
                return self.value(random.choice(branches), name, size, depth)
        if schema.get("type") == "array":
            return self.array(schema, name, size, depth)
        if schema.get("type") == "boolean":
            return random.random() < 0.5
        if "kind" in schema.get("properties", {}) and "allOf" in schema:
            rule = random.choice(schema["allOf"])["then"]
            return self.object(rule if depth > 0 else schema["allOf"][0]["then"], size, depth - 1)
        return self.object(schema, size, depth)

    def array(self, schema, name, size, depth):
        random = self.random
        items = schema["items"]
        if name == "vertices":
            return values.vertices(random, size)
        size = min(max(size, schema.get("minItems", 0)), schema.get("maxItems", size))
        if items.get("$ref") == "#/$defs/number":
            return values.numbers(random, name, size)
        # What has lists in it is shorter.
        is_nested = items.get("$ref") in ("#/$defs/mechanism", "#/$defs/channel")
        size = min(size, random.choice([1, 2, 2, 3, 3, 10]) if is_nested else 20)
        return [self.value(items, name, size, depth) for _ in range(size)]

    def object(self, schema, size, depth):
        """An object that the schema allows, or nearly so."""
        properties = schema.get("properties", {})
        for _ in range(ATTEMPTS):
            names, built = self.chosen_fields(schema)
            # What the schema says of fields together is about their presence and their words.
            words = {name: properties[name] for name in names if name not in built and {"const", "enum"} & properties[name].keys()}
            built.update({name: self.value(rule, name, size, depth) for name, rule in words.items()})
            if is_allowed(schema, dict.fromkeys(names) | built):
                break
        built = {name: built[name] if name in built else self.value(properties[name], name, size, depth) for name in names}
        for name in names:
            if name.startswith("neighbour_") and name.removeprefix("neighbour_") in built:
                built[name] = values.moved(self.random, built[name.removeprefix("neighbour_")])
                built["sensitivity"] = 1
        if "weights" in built and "mechanisms" in built:
            built["weights"] = values.distribution(self.random, len(built["mechanisms"]))
        return built

    def chosen_fields(self, schema):
        """The names of the fields that the object has, in the order of the schema, and the words that some of them must be."""
        random = self.random
        properties = schema.get("properties", {})
        names = {name for name in ("kind", *schema.get("required", [])) if name in properties}
        words, forbidden = {}, set()
        for part in [schema, *schema.get("allOf", [])]:
            branches = part.get("oneOf") or part.get("anyOf")
            while branches:
                branch = random.choice(branches)
                names |= set(branch.get("required", []))
                forbidden |= {name for name, rule in branch.get("properties", {}).items() if rule is False}
                words |= {name: rule["const"] for name, rule in branch.get("properties", {}).items() if rule and "const" in rule}
                branches = branch.get("oneOf")
        share = random.choice([0, 0, 0.2, 0.5])
        names |= {name for name in properties if name not in forbidden and random.random() < share}
        for _ in properties:
            for name, others in schema.get("dependentRequired", {}).items():
                if name in names:
                    names |= set(others)
        return [name for name in properties if name in names], words


def is_allowed(schema, value):
    """Whether the schema allows the object, as far as it speaks of the object's own fields."""
    if schema is False:
        return False
    if schema is True:
        return True
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, dict):
        if any(name not in value for name in schema.get("required", [])):
            return False
        for name, others in schema.get("dependentRequired", {}).items():
            if name in value and any(other not in value for other in others):
                return False
        for name, rule in schema.get("properties", {}).items():
            if name in value and (rule is False or {"const", "enum"} & rule.keys() and not is_allowed(rule, value[name])):
                return False
    if "not" in schema and is_allowed(schema["not"], value):
        return False
    if "if" in schema and not is_allowed(schema.get("then" if is_allowed(schema["if"], value) else "else", True), value):
        return False
    if "allOf" in schema and not all(is_allowed(part, value) for part in schema["allOf"]):
        return False
    if "anyOf" in schema and not any(is_allowed(part, value) for part in schema["anyOf"]):
        return False
    return "oneOf" not in schema or sum(is_allowed(part, value) for part in schema["oneOf"]) == 1


def read_theorems(text):
    """Of each theorem in `dpcert theorem list` its name and its alternatives: lists of (parameter, is it optional)."""
    theorems = []
    for line in text.splitlines():
        entry = re.fullmatch(r"  (\S+)((?: .*)?)", line)
        if not entry:
            continue
        # What replaces parameters where steps differ is left out.
        first = re.sub(r", |\|.*", " ", entry[2]).split()
        theorems.append((entry[1], [[(word.strip("[]"), word.startswith("[")) for word in first]]))
    return theorems


def places(value, of):
    """Every field below `value` that holds what `of` accepts: the object or list that has it, and its key there."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        if of(value[key]) and key != "kind":
            yield value, key
        yield from places(value[key], of)


def is_number(value):
    return isinstance(value, int) and not isinstance(value, bool) or isinstance(value, str) and any(map(str.isdigit, value))


def mark(random, mechanism):
    """Makes one number of the mechanism the one that is sought."""
    found = [(holder, key) for holder, key in places(mechanism, is_number) if isinstance(holder, dict)]
    if found:
        holder, key = random.choice(found)
        holder[key] = "?"


def change(random, mechanism):
    """Changes one number of the mechanism a little."""
    found = [(holder, key) for holder, key in places(mechanism, is_number) if isinstance(holder, dict)]
    if found:
        holder, key = random.choice(found)
        holder[key] = holder[key] + 1 if isinstance(holder[key], int) else f"({holder[key]})*(1+1e-30)"


def notation(value):
    """A mechanism as the command line has it."""
    if isinstance(value, dict):
        fields = ", ".join(f"{name}={notation(field)}" for name, field in value.items() if name != "kind")
        return f"{value['kind']}({fields})" if "kind" in value else f"{{{fields}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(notation, value))}]"
    return str(value)
