import { createHash } from 'node:crypto';
import type { FaultKind, NetworkId } from '@social/sandbox';
import { type Browserless, uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { PLATFORM_IDS } from '@social/types';
import { describe, expect, test } from 'vitest';

const { stack } = useStack();

const CASES = [
  {
    platform: 'profnet',
    network: 'linkedin' as const,
    option: {
      accountId: '782bbtaQ',
      name: 'Sandbox Owner',
      type: 'personal',
      accountUrn: 'urn:li:person:782bbtaQ',
    },
    username: null,
    scopes: ['openid', 'profile', 'email', 'w_member_social'],
  },
  {
    platform: 'microblog',
    network: 'x' as const,
    option: { accountId: '1745123456789012480', name: 'Sandbox Owner', type: 'personal' },
    username: 'sandbox_owner',
    scopes: [
      'tweet.read',
      'tweet.write',
      'users.read',
      'like.write',
      'follows.write',
      'bookmark.write',
      'tweet.moderate.write',
      'dm.write',
      'media.write',
      'offline.access',
    ],
  },
];

const status = async ({ api }: Workspace, query = '') => (await api('GET', `/api/connect/status${query}`)).body;

/** Creates an account of a network that no other test connects. */
async function authorizeAsNewAccount(network: NetworkId): Promise<string> {
  const username = uniqueText('a')
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 12);
  await stack.sandbox.addAccount({ network, username, name: `Account ${username}` });
  await stack.sandbox.settings({ authorizeAs: username });
  return username;
}

test.each([
  ['video', '', { prompt: 'select_account consent' }],
  ['shortvideo', '', { disable_auto_auth: '1' }],
  ['socialnet', '', { auth_type: 'reauthenticate' }],
  ['photonet', '', { force_reauth: 'true' }],
  ['mastodon', '&host=fosstodon.org', { force_login: 'true' }],
  ['microblog', '', {}],
  ['profnet', '', {}],
])(
  'the sign-in of %s asks which account it is, where it has such a question and the caller wants it',
  async (platform, named, asked) => {
    const browser = await (await stack.createWorkspace()).browser();
    const start = async (query: string) => {
      const { status: code, headers } = await browser.visit('GET', `/api/auth/${platform}?${query}`);
      expect(code).toBe(302);
      return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams);
    };
    expect(await start(`chooseAccount=true${named}`)).toMatchObject(asked);
    const usual = await start(`chooseAccount=false${named}`);
    for (const [name, value] of Object.entries(asked)) expect(usual[name]).not.toBe(value);
  },
);

test('the page that asks for a server keeps that the network is to ask which account signs in', async () => {
  const browser = await (await stack.createWorkspace()).browser();
  const headers = { accept: 'text/html' };
  const { text } = await browser.visit('GET', '/api/auth/mastodon?chooseAccount=true', { headers });
  expect(text).toMatch(/<input[^>]*name="chooseAccount"[^>]*value="true"/);
});

describe.each(CASES)('connecting $platform', ({ platform, network, option, username, scopes }) => {
  test('leads from the start over the network to the options and the confirmation', async () => {
    const workspace = await stack.createWorkspace();
    const browser = await workspace.browser();
    expect((await status(workspace))[platform]).toMatchObject({
      connected: false,
      state: 'not_connected',
      displayName: null,
      configured: true,
    });

    const start = await browser.visit('GET', `/api/auth/${platform}`);
    expect(start.status).toBe(302);
    const consent = new URL(start.headers.get('location') ?? '');
    expect(consent.searchParams.get('redirect_uri')).toBe(`${stack.url}/api/auth/${platform}/callback`);
    expect(consent.searchParams.get('response_type')).toBe('code');
    expect(consent.searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining(scopes));
    expect(consent.searchParams.get('state')?.length).toBeGreaterThan(20);

    const back = await browser.visit('GET', consent.href);
    const callback = await browser.visit('GET', back.headers.get('location') ?? '');
    expect([callback.status, callback.headers.get('location')]).toEqual([302, `/connect/${platform}`]);

    const options = await browser.visit('GET', `/api/connect/${platform}/options`);
    expect(options.body.options).toMatchObject([option]);
    expect((await status(workspace))[platform].connected).toBe(false);

    const confirm = await browser.visit('POST', `/api/connect/${platform}/confirm`, {
      body: { option: options.body.options[0] },
    });
    expect([confirm.status, confirm.body]).toEqual([
      201,
      { ok: true, redirect: `/connections?connected=${platform}&profileId=${workspace.profileId}` },
    ]);
    expect((await status(workspace))[platform]).toEqual({
      connected: true,
      displayName: 'Sandbox Owner',
      state: 'connected',
      username,
      network,
      picture: expect.stringMatching(/^\/api\/connect\/\w+\/picture\?/),
      connectedAt: expect.any(String),
      expiresAt: platform === 'profnet' ? expect.any(String) : null,
      configured: true,
      missingScopes: [],
      accounts: [expect.objectContaining({ isDefault: true, name: expect.stringMatching(/^[a-z0-9-]+$/) })],
    });
    const logs = await workspace.readLog();
    expect(logs).toMatchObject([{ action: 'platform.connected', platform, profileName: 'Default', status: 'success' }]);
    expect((await workspace.credits()).used).toBe(0);
  });

  test('goes to the profile that was named at the start or at the confirmation', async () => {
    const workspace = await stack.createWorkspace();
    const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Brand' } })).body;
    const browser = await workspace.browser();
    const callback = await browser.authorize(platform, profile.id);
    expect(callback.headers.get('location')).toBe(`/connect/${platform}?profileId=${profile.id}`);
    const { body } = await browser.visit('GET', `/api/connect/${platform}/options`);
    const confirm = await browser.visit('POST', `/api/connect/${platform}/confirm`, {
      body: { option: body.options[0] },
    });
    expect(confirm.status).toBe(201);
    expect((await status(workspace, `?profileId=${profile.id}`))[platform].connected).toBe(true);
    expect((await status(workspace))[platform].connected).toBe(false);
  });

  test('can be started signed out and confirmed after signing in', async () => {
    const workspace = await stack.createWorkspace();
    const browser = stack.browser();
    await browser.authorize(platform);
    const { body } = await browser.visit('GET', `/api/connect/${platform}/options`);
    const early = await browser.visit('POST', `/api/connect/${platform}/confirm`, {
      body: { option: body.options[0] },
    });
    expect([early.status, early.body.code]).toEqual([401, 'session_required']);
    await browser.signIn(workspace.email, workspace.password);
    const confirm = await browser.visit('POST', `/api/connect/${platform}/confirm`, {
      body: { option: body.options[0] },
    });
    expect(confirm.status).toBe(201);
    expect((await status(workspace))[platform].connected).toBe(true);
  });

  test('works in two tabs of one browser at once', async () => {
    const workspace = await stack.createWorkspace();
    const browser = await workspace.browser();
    const tabs = [
      await browser.visit('GET', `/api/auth/${platform}`),
      await browser.visit('GET', `/api/auth/${platform}`),
    ];
    for (const tab of tabs) {
      const consent = await browser.visit('GET', tab.headers.get('location') ?? '');
      expect((await browser.visit('GET', consent.headers.get('location') ?? '')).status).toBe(302);
      const { body } = await browser.visit('GET', `/api/connect/${platform}/options`);
      const confirm = await browser.visit('POST', `/api/connect/${platform}/confirm`, {
        body: { option: body.options[0] },
      });
      expect(confirm.status).toBe(201);
    }
    expect((await status(workspace))[platform].connected).toBe(true);
  });

  test('keeps its cookies from scripts and other sites, for ten minutes', async () => {
    const browser = stack.browser();
    const start = await browser.visit('GET', `/api/auth/${platform}`);
    const consent = await browser.visit('GET', start.headers.get('location') ?? '');
    const callback = await browser.visit('GET', consent.headers.get('location') ?? '');
    const lines = [...start.headers.getSetCookie(), ...callback.headers.getSetCookie()];
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
      expect(line).toMatch(/Max-Age=(0|600);/);
    }
    expect([...browser.cookies.keys()]).toEqual([`social.connect.${platform}`]);
  });

  test('another account is added, and the first stays the default until all are disconnected', async () => {
    const workspace = await stack.createWorkspace({ connect: [platform] });
    await authorizeAsNewAccount(network);
    const browser = await workspace.browser();
    expect((await browser.connect(platform)).status).toBe(201);
    const both = (await status(workspace))[platform];
    expect(both).toMatchObject({ displayName: 'Sandbox Owner', accounts: [{ isDefault: true }, { isDefault: false }] });
    await workspace.api('POST', `/api/connect/${platform}/disconnect`);
    expect((await browser.connect(platform)).status).toBe(201);
    expect((await status(workspace))[platform].displayName).not.toBe('Sandbox Owner');
  });

  test('of two accounts confirmed at once, both are connected, and one is the default', async () => {
    const workspace = await stack.createWorkspace();
    const browsers = [];
    for (let tab = 0; tab < 2; tab += 1) {
      await authorizeAsNewAccount(network);
      const browser = stack.browser();
      await browser.signIn(workspace.email, workspace.password);
      await browser.authorize(platform);
      const { body } = await browser.visit('GET', `/api/connect/${platform}/options`);
      browsers.push({ browser, option: body.options[0] });
    }
    const answers = await Promise.all(
      browsers.map(({ browser, option: chosen }) =>
        browser.visit('POST', `/api/connect/${platform}/confirm`, { body: { option: chosen } }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect((await status(workspace))[platform].accounts).toMatchObject([{ isDefault: true }, { isDefault: false }]);
    expect(await workspace.readLog()).toHaveLength(2);
  });

  test('is undone by disconnecting, which is logged once and can be repeated', async () => {
    const workspace = await stack.createWorkspace({ connect: [platform] });
    for (let again = 0; again < 2; again += 1) {
      const { status: code, body } = await workspace.api('POST', `/api/connect/${platform}/disconnect`);
      expect([code, body]).toEqual([201, { ok: true }]);
    }
    expect((await status(workspace))[platform]).toMatchObject({
      connected: false,
      state: 'not_connected',
      connectedAt: null,
    });
    const logs = await workspace.readLog();
    expect(logs.map(({ action }) => action)).toEqual(['platform.disconnected', 'platform.connected']);
    expect(await stack.query(`select id from connection where workspace_id = '${workspace.workspaceId}'`)).toEqual([]);
  });

  test('the grant is revoked at the network only by the last user of the account', async () => {
    await authorizeAsNewAccount(network);
    const [first, last] = [
      await stack.createWorkspace({ connect: [platform] }),
      await stack.createWorkspace({ connect: [platform] }),
    ];
    const seen = await watchRequests(stack);
    await first.api('POST', `/api/connect/${platform}/disconnect`);
    expect(await seen('revoke')).toEqual([]);
    const published = await last.publish({ text: uniqueText('Still'), platforms: [platform] });
    expect(published.body.platformResults[platform].ok).toBe(true);
    await last.api('POST', `/api/connect/${platform}/disconnect`);
    expect((await seen('revoke')).length).toBeGreaterThan(0);
  });

  test('disconnecting during a publish lets it end cleanly', async () => {
    const workspace = await stack.createWorkspace({ connect: [platform] });
    await stack.sandbox.fault({ network, operation: 'publish', kind: 'slow', delayMs: 600 });
    const publishing = workspace.publish({ text: uniqueText('Race'), platforms: [platform] });
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect((await workspace.api('POST', `/api/connect/${platform}/disconnect`)).status).toBe(201);
    const { status: code, body } = await publishing;
    expect([code, body.platformResults[platform].state]).toEqual([201, 'published']);
    expect(await stack.query(`select id from connection where workspace_id = '${workspace.workspaceId}'`)).toEqual([]);
  });
});

test.each<[string, NetworkId, FaultKind]>([
  ['profnet', 'linkedin', 'server-error'],
  ['microblog', 'x', 'timeout'],
])('disconnecting %s works even when %s fails to revoke with %s', async (platform, network, kind) => {
  await authorizeAsNewAccount(network);
  const workspace = await stack.createWorkspace({ connect: [platform] });
  await stack.sandbox.fault({ network, operation: 'revoke', kind });
  expect((await workspace.api('POST', `/api/connect/${platform}/disconnect`)).status).toBe(201);
  expect((await status(workspace))[platform].connected).toBe(false);
});

test('the microblog receives a new S256 proof key each time', async () => {
  const challenges = [];
  for (let flow = 0; flow < 2; flow += 1) {
    const { headers } = await stack.browser().visit('GET', '/api/auth/microblog');
    const { searchParams } = new URL(headers.get('location') ?? '');
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('code_challenge')).toHaveLength(createHash('sha256').digest('base64url').length);
    challenges.push(searchParams.get('code_challenge'), searchParams.get('state'));
  }
  expect(new Set(challenges).size).toBe(4);
});

test('the status names every platform, even those that cannot be connected', async () => {
  const workspace = await stack.createWorkspace();
  const all = await status(workspace);
  const first = 'profnet microblog video shortvideo socialnet photonet chatbot bluesky mastodon'.split(' ');
  expect(Object.keys(all).slice(0, first.length)).toEqual(first);
  expect(Object.keys(all)).toEqual(PLATFORM_IDS);
  for (const entry of Object.values<{ connected: boolean }>(all)) expect(entry.connected).toBe(false);
  for (const query of ['?profileId=1', '?profileId=', '?profileId=a&profileId=b', '?profile=default']) {
    expect((await workspace.api('GET', `/api/connect/status${query}`)).status).toBe(400);
  }
});

test('a connection survives a restart', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  await stack.restart();
  const { body } = await workspace.publish({ text: uniqueText('Restarted'), platforms: ['profnet', 'microblog'] });
  expect(body.platformResults).toMatchObject({ profnet: { ok: true }, microblog: { ok: true } });
});

test('two users can connect the same accounts to both platforms', async () => {
  const [one, two] = [await stack.createWorkspace(), await stack.createWorkspace()];
  for (const workspace of [one, two]) {
    const browser: Browserless = await workspace.browser();
    expect((await browser.connect('profnet')).status).toBe(201);
    expect((await browser.connect('microblog')).status).toBe(201);
  }
  expect(await status(one)).toMatchObject({ profnet: { connected: true }, microblog: { connected: true } });
});
