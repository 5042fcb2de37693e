"""Takes a client through the life of posts at the sandbox, and prints what it said as JSON: `python3 -m python x Tweepy`."""

import importlib
import json
import sys

from . import sandbox

FILES = {"picture": (sandbox.GIVEN["picture"], "What it shows"), "video": (sandbox.GIVEN["video"],)}


def main(family, name):
    make = getattr(importlib.import_module(f".{family}", __package__), name)
    client = make()
    said = {"me": client.me()}
    steps = [step for step in ("text", "picture", "video") if hasattr(client, step)]
    posts = {step: getattr(client, step)(f"A {step}", *FILES.get(step, ())) for step in steps}
    first, last = posts[steps[0]], posts[steps[-1]]
    if hasattr(client, "reply"):
        client.reply("A reply", first)
    if hasattr(client, "read"):
        said["read"] = client.read(first)
    if hasattr(client, "alt"):
        said["alt"] = client.alt(posts["picture"])
    if hasattr(client, "delete"):
        client.delete(last)
    publish = getattr(client, steps[0])
    files = FILES.get(steps[0], ())
    said["tooLong"] = outcome(lambda: publish("x" * (client.limit + 1), *files))
    sandbox.break_next(client.network)
    said["rateLimit"] = outcome(lambda: publish("Limited", *files))
    said["badToken"] = outcome(lambda: make(token=sandbox.WRONG).me())
    print(json.dumps(said))


def outcome(call):
    """What a client makes of a refusal: the name of its error, or what it returns."""
    try:
        answer = call()
    except Exception as error:
        return f"{type(error).__module__.split('.')[0]}.{type(error).__name__}"
    return answer if isinstance(answer, (bool, int)) else "no error"


main(*sys.argv[1:])
