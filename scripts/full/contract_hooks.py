"""What Schemathesis cannot read from the contract."""

import re
import uuid

import schemathesis
from hypothesis import strategies as st

# Nobody listens there: a run sends nothing to other machines.
LOOPBACK = 'http://127.0.0.1:9'
ADDRESS = re.compile(r'https?://[^/\s"]*')
# Short lists, with the longest values: searching at random for a name of exactly 100 characters takes seconds.
FORMATS = {
    'instant': ['2024-02-29T23:59:59Z', '2040-01-01T00:00:00.5+14:00', '2099-12-31t23:59:59.000z'],
    'display-name': ['A', 'Zoë', 'Ada Example', 'Ж' * 50, 'x' * 80, 'x' * 100, 'x' * 1000],
    'language': ['en', 'pt-BR', 'zh-Hant-TW', 'tok'],
    'media-url': [f'{LOOPBACK}/picture.jpg', f'{LOOPBACK}/clip.mp4?size=1#end', f'{LOOPBACK}/{"x" * 2000}'],
}
# Each operation names these itself. `default` stands for what any of them answers, such as 405 and 431.
NAMED_BY_EACH = {*range(200, 405), 503}

for name, values in FORMATS.items():
    schemathesis.openapi.format(name, st.sampled_from(values))


@schemathesis.hook
def before_call(context, case, kwargs):
    # A wrong key and a wrong wait stay as they are: the server has to refuse them.
    if re.fullmatch('[ -~]{1,255}', str(case.headers.get('Idempotency-Key', ''))):
        case.headers['Idempotency-Key'] = str(uuid.uuid4())
    if case.query.get('waitSeconds') in range(2, 26):
        case.query['waitSeconds'] = 1
    body = with_loopback(case.body)
    # Another default profile has no accounts, so most later requests would only be refused.
    if isinstance(body, dict) and body.get('isDefault') is True:
        body = {name: value for name, value in body.items() if name != 'isDefault'}
    # An assignment makes Schemathesis judge again whether the request is valid.
    if body != case.body:
        case.body = body


def with_loopback(value):
    if isinstance(value, str):
        return ADDRESS.sub(LOOPBACK, value)
    if isinstance(value, list):
        return [with_loopback(each) for each in value]
    if isinstance(value, dict):
        return {name: with_loopback(each) for name, each in value.items()}
    return value


@schemathesis.check
def answer_is_named(ctx, response, case):
    status = response.status_code
    named = sorted(map(str, case.operation.responses.status_codes))
    if status in NAMED_BY_EACH:
        assert str(status) in named, f'The answer is {status}; the operation names {", ".join(named)}'
    if status == 503:
        assert 'retry-after' in response.headers, 'The 503 has no Retry-After'
