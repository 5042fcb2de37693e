"""The sandbox that clients are tried against, and a person who signs in there."""

import json
import os
import urllib.request

import requests

GIVEN = json.loads(os.environ["SANDBOX"])
SEED = GIVEN["seed"]
URL = GIVEN["url"]
APP = (GIVEN["app"]["clientId"], GIVEN["app"]["clientSecret"])
REDIRECT = "http://127.0.0.1:9/callback"
WRONG = "wrong-token"


def approve(url):
    """Opens an authorize page, which approves at once. Returns the address to which it leads back."""
    answer = requests.get(url, allow_redirects=False)
    assert answer.is_redirect, f"{url} answered {answer.status_code} {answer.text}"
    return answer.headers["location"]


def code_of(url):
    address = urllib.parse.urlsplit(approve(url))
    return urllib.parse.parse_qs(address.query)["code"][0]


def break_next(network):
    """Makes the next publication of a network hit a rate limit."""
    fault = {"network": network, "operation": "publish", "kind": "rate-limit", "times": 1, "retryAfterSeconds": 1}
    control("POST", "/_sandbox/faults", fault)


def control(method, path, body=None):
    headers = {"content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, method=method, headers=headers, data=data)
    return json.load(urllib.request.urlopen(request))
