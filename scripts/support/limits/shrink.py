"""Makes a question smaller as long as it breaks a limit."""

import copy

from . import questions

# Numbers that tell more than what was drawn.
SIMPLE = [1, 2, 3, 10, 100, 1000, "1", "1/2", "1/10", "1e-6", "1e-30", "1e30"]
ROUNDS = 3


def smallest(asker, asked):
    """The same as `asked`, with a question that nothing simpler can replace."""
    best = asked
    for _ in range(ROUNDS):
        before = best.request
        # A candidate is made of what is the best by then, so the list is made again after each success.
        tried = set()
        while True:
            for request in candidates(best.request):
                key = str(request)
                if key in tried:
                    continue
                tried.add(key)
                run, found = asker.run(request, best.work)
                if found:
                    best = type(asked)(asked.seed, request, best.work, run, found)
                    break
            else:
                break
        if best.request == before:
            break
    return best


def candidates(request):
    """Simpler questions than this one."""
    for name in request:
        if name in ("digits", "rel-gap"):
            yield {key: value for key, value in request.items() if key != name}

    def replaced(path, value):
        changed = copy.deepcopy(request)
        holder = changed
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value
        return changed

    for path, value in walk(request):
        if isinstance(value, dict) and "kind" in value:
            # An operator by what it is applied to.
            for _, below in walk(value):
                if isinstance(below, dict) and "kind" in below:
                    yield replaced(path, below)
        if isinstance(value, list) and len(value) > 1 and not any(isinstance(one, list) for one in value):
            for half in (value[: len(value) // 2], value[len(value) // 2:], value[:-1], value[1:]):
                yield replaced(path, half)
        if questions.is_number(value) and value not in SIMPLE:
            for simple in SIMPLE:
                yield replaced(path, simple)


def walk(value, path=()):
    """Every part of a request with its path, from the outside."""
    keys = value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        if key not in ("kind", "name"):
            yield (*path, key), value[key]
            yield from walk(value[key], (*path, key))
