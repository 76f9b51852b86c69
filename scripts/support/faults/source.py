"""Faults in a file of Rust: where expressions are, and how a fault becomes a switch."""

import subprocess
import sys

PARSER = ["tree-sitter==0.26.1", "tree-sitter-rust==0.24.2"]

# Expressions that can stand in parentheses and have a type of their own. Places (a name, a field) are not among
# them: in a branch they would be moved.
SWITCHABLE = {
    "array_expression", "await_expression", "binary_expression", "boolean_literal", "call_expression",
    "char_literal", "float_literal", "if_expression", "integer_literal", "macro_invocation", "match_expression",
    "parenthesized_expression", "reference_expression", "string_literal", "struct_expression", "try_expression",
    "tuple_expression", "type_cast_expression", "unary_expression",
}
# What is evaluated by the compiler, or is no expression at all.
FIXED = {
    "attribute_item", "const_item", "const_parameter", "enum_variant", "generic_type", "inner_attribute_item",
    "let_chain_pattern", "macro_definition", "match_pattern", "static_item", "token_tree", "type_arguments",
}


class Broken(Exception):
    """The list, or the tree without faults."""


def environment_of_parser(target):
    """A virtual environment outside of the tree, with the parser as pinned."""
    home = target / "mutants" / "python"
    pins = home / "installed.txt"
    if not pins.is_file() or pins.read_text().split() != PARSER:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(home)], check=True)
        pip = [str(home / "bin/python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *PARSER], check=True)
        pins.write_text("\n".join(PARSER))
    return str(home / "bin/python")


class Syntax:
    """Where expressions are in a file of Rust."""

    def __init__(self):
        import tree_sitter
        import tree_sitter_rust

        self.parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))

    def bodies(self, text, name):
        """Where the bodies of the functions of a name are, which may be `Type::method`, as (start, end) each."""
        owner, _, name = name.rpartition("::")
        found = []

        def visit(node, type):
            if node.type == "impl_item":
                type = node.child_by_field_name("type").text.decode().partition("<")[0]
            body = node.child_by_field_name("body") if node.type == "function_item" else None
            if body and node.child_by_field_name("name").text.decode() == name and owner in ("", type):
                found.append((body.start_byte, body.end_byte))
            for child in node.children:
                visit(child, type)

        visit(self.parser.parse(text).root_node, None)
        return found

    def is_expression(self, text):
        return not self.parser.parse(b"fn f() { g((" + text + b")); }").root_node.has_error

    def switch(self, text, start, end, new):
        """(start, end, the text with the fault) of the smallest switchable expression in which `new` can replace what is
        between two places; `None` if there is none."""
        node = self.parser.parse(text).root_node.descendant_for_byte_range(start, end - 1)
        found = inside = None
        while node is not None:
            low, high = node.start_byte, node.end_byte
            with_fault = text[low:start] + new + text[end:high]
            fits = low <= start and end <= high and node.type in SWITCHABLE and not is_place(node)
            if found is None and fits and self.is_expression(with_fault) and not has_let(node):
                found = (low, high, with_fault)
            if is_fixed(node, inside):
                return None
            node, inside = node.parent, node
        return found


def is_place(node):
    """Is it changed, called or borrowed in place, so that it cannot be a branch?"""
    parent = node.parent
    left = parent.child_by_field_name("left") if parent.type in ("assignment_expression", "compound_assignment_expr") else None
    function = parent.child_by_field_name("function") if parent.type == "call_expression" else None
    is_mutable = any(child.type == "mutable_specifier" for child in parent.children)
    return node in (left, function) or parent.type == "field_expression" or parent.type == "reference_expression" and is_mutable


def has_let(node):
    """Is there a `let` in a condition, which has no value?"""
    return node.type in ("let_condition", "let_chain") or (
        node.type == "binary_expression" and any(has_let(child) for child in node.children)
    )


def is_fixed(node, inside):
    """Is it evaluated by the compiler, or no expression at all, where `inside` is a part of it? A guard of a match is one."""
    if node.type == "match_pattern" and inside is not None and node.child_by_field_name("condition") == inside:
        return False
    return node.type in FIXED or node.type == "function_item" and any(
        child.type == "function_modifiers" and b"const" in child.text.split() for child in node.children
    )


def with_switches(text, switches):
    """The text with the switches, each (number, start, end, text with the fault); they are nested or apart."""

    def render(start, end, inside):
        out, at = b"", start
        while inside:
            low, high = inside[0][1], inside[0][2]
            group = [switch for switch in inside if (switch[1], switch[2]) == (low, high)]
            nested = [switch for switch in inside if low <= switch[1] and switch[2] <= high and switch not in group]
            inside = [switch for switch in inside if switch not in group and switch not in nested]
            out += text[at:low] + b"("
            for number, _, _, fault in group:
                out += b"if crate::fault(%d) { %s } else " % (number, fault)
            out += b"{ " + render(low, high, nested) + b" })"
            at = high
        return out + text[at:end]

    return render(0, len(text), sorted(switches, key=lambda switch: (switch[1], -switch[2])))
