import { uniqueText, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';

const { stack, workspace, proxy } = useStack({
  env: { SOCIAL_LOG_LEVEL: 'trace' },
  proxied: ['microblog', 'profnet'],
});
/** Secrets that must not be readable anywhere, by name. */
const secrets = new Map<string, string>();

// Uses every feature that handles secrets: connections, refreshes, failures, posts, sessions and keys.
beforeAll(async () => {
  await stack.connectWith({ tokenLifetimeSeconds: 30 }, workspace, 'microblog');
  await workspace.connect('profnet');
  const publish = (body: object) => workspace.publish(body, { 'idempotency-key': uniqueText('k') });
  await publish({ text: uniqueText('Refreshes'), platforms: ['microblog', 'profnet'] });
  for (const kind of ['forbidden', 'server-error', 'unauthorized'] as const) {
    await stack.sandbox.fault({ network: 'x', operation: 'publish', kind, times: 2 });
    await publish({ text: uniqueText(kind), platforms: ['microblog'] });
    await stack.sandbox.clearFaults();
  }
  await stack.sandbox.fault({ network: 'linkedin', operation: 'token', kind: 'garbage' });
  await (await workspace.browser()).authorize('profnet');
  await stack.anonymous('GET', '/api/usage', { key: 'sk_live_wrong_secret_canary' });
  await stack.anonymous('POST', '/api/account/sign-in', {
    body: { email: workspace.email, password: 'password-canary-1' },
  });
  await stack.anonymous('GET', '/api/auth/profnet/callback?state=state-canary&code=code-canary');
  await stack.anonymous('POST', '/api/v1/posts', {
    body: '{"text":',
    headers: { authorization: 'Bearer bearer-canary' },
  });
  const { rawKey } = (await workspace.api('POST', '/api/keys', { body: { name: 'Secret' } })).body;
  collect(rawKey, (await workspace.browser()).cookies);
});

function collect(rawKey: string, cookies: ReadonlyMap<string, string>): void {
  secrets.set('first API key', workspace.apiKey);
  secrets.set('API key', rawKey);
  secrets.set('password', workspace.password);
  for (const canary of [
    'sk_live_wrong_secret_canary',
    'password-canary-1',
    'state-canary',
    'code-canary',
    'bearer-canary',
  ])
    secrets.set(canary, canary);
  for (const [name, value] of cookies) secrets.set(`cookie ${name}`, decodeURIComponent(value));
  for (const [index, { path, requestBody, answerBody, authorization }] of proxy.exchanges.entries()) {
    if (!/token|accessToken/i.test(path)) continue;
    for (const [name, value] of new URLSearchParams(requestBody)) {
      if (/code|token|secret/.test(name)) secrets.set(`${name} sent in ${index}`, value);
    }
    if (authorization.startsWith('Basic ')) secrets.set(`authorization of ${index}`, authorization.slice(6));
    if (!answerBody.startsWith('{')) continue;
    for (const [name, value] of Object.entries(JSON.parse(answerBody) as Record<string, unknown>)) {
      if (/_token$/.test(name)) secrets.set(`${name} got in ${index}`, String(value));
    }
  }
}

test('the secrets of this test are real ones', () => {
  const names = [...secrets.keys()].join(' ');
  for (const expected of [
    'access_token',
    'refresh_token',
    'code_verifier',
    'client_secret',
    'cookie social.session_token',
  ]) {
    expect(names).toContain(expected);
  }
  expect([...secrets.values()].every((secret) => secret.length > 8)).toBe(true);
});

test('no secret is readable in the database or its files', async () => {
  const dump = await stack.dump();
  expect(dump).toContain(workspace.email);
  const found = [...secrets].filter(([name, secret]) => !name.startsWith('client_secret') && dump.includes(secret));
  expect(found.map(([name]) => name)).toEqual([]);
});

test('no secret is in the log, at whatever level', () => {
  const log = stack.log.join('');
  expect(log.length).toBeGreaterThan(1_000);
  const found = [...secrets].filter(([, secret]) => log.includes(secret) || log.includes(encodeURIComponent(secret)));
  expect(found.map(([name]) => name)).toEqual([]);
});

test('the log is one JSON object per line, whatever callers put into their requests', async () => {
  await stack.anonymous('GET', '/api/v1/posts/%0a%7B%22forged%22%3Atrue%7D%0d%0a%1b[31m');
  for (const line of stack.log.join('').split('\n').filter(Boolean)) {
    const entry = JSON.parse(line) as object;
    expect(entry).not.toHaveProperty('forged');
    expect(line).not.toContain('\u001b');
  }
});

test('no answer about connections, posts or the log holds a token', async () => {
  const paths = [
    '/api/connect/status',
    '/api/v1/posts',
    '/api/logs?limit=200',
    '/api/usage',
    '/api/keys',
    '/api/profiles',
  ];
  const answers = await Promise.all(paths.map((path) => workspace.api('GET', path)));
  const text = answers.map((answer) => answer.text).join('');
  expect([...secrets].filter(([, secret]) => text.includes(secret)).map(([name]) => name)).toEqual([]);
});
