import { sandboxSeed } from '@social/sandbox';
import { uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { afterEach, describe, expect, test } from 'vitest';

const { stack } = useStack();
const START = '/api/auth/bluesky';
const OWNER = 'sandbox-owner.bsky.test';
const at = (handle: string) => `${START}?handle=${encodeURIComponent(handle)}`;
const page = { headers: { accept: 'text/html' } };
const app = async (workspace: Workspace, body: object) => workspace.api('POST', '/api/connect/bluesky/token', { body });

describe('the sign-in of an account that the user names', () => {
  test('asks for the account on a page of its own, and names it to its server', async () => {
    const browser = await (await stack.createWorkspace()).browser();
    const program = await browser.visit('GET', START);
    expect([program.status, program.body]).toMatchObject([
      400,
      { code: 'invalid_request', details: { field: 'handle' }, error: expect.stringContaining('ada.bsky.social') },
    ]);
    const asked = await browser.visit('GET', START, page);
    expect(asked.text).toContain('<h1>Where is your Bluesky account?</h1>');
    const { location } = Object.fromEntries((await browser.visit('GET', at(`@${OWNER}`))).headers);
    expect(location).toMatch(/\/bluesky\/oauth\/authorize\?client_id=.*&request_uri=/);
  });

  test.each([
    ['ada', 'whole name'],
    ['ada@fosstodon.org', 'elsewhere'],
    ['192.168.1.1', 'address of a machine'],
    ['аda.bsky.social', 'look like others'],
    ['ada.internal', '.internal'],
    ['did:web:10.0.0.1', 'not an account'],
    ['"><script>alert(1)</script>', 'not a whole name'],
  ])('refuses %j, asks nothing of any network, and says what to write', async (name, reason) => {
    const browser = await (await stack.createWorkspace()).browser();
    const seen = await watchRequests(stack);
    const { status, body } = await browser.visit('GET', at(name));
    expect([status, body.code, body.error]).toEqual([400, 'invalid_request', expect.stringContaining(reason)]);
    const asked = await browser.visit('GET', at(name), page);
    expect([asked.status, asked.text]).toEqual([400, expect.stringContaining('Where is your Bluesky account?')]);
    expect(asked.text).not.toContain('<script>');
    expect(await seen()).toEqual([]);
  });

  test('says that nobody has a name, and stores nothing', async () => {
    const browser = await (await stack.createWorkspace()).browser();
    const { status, body } = await browser.visit('GET', at('nobody.bsky.test'));
    expect([status, body.error]).toEqual([400, expect.stringContaining('no account has the name nobody.bsky.test')]);
    const { text } = await browser.visit('GET', at('nobody.bsky.test'), page);
    expect(text).toContain('<p>No account has the name nobody.bsky.test;');
    expect(await stack.query("select * from oauth_flow where platform = 'bluesky' and stage = 'ended'")).toEqual([]);
  });
});

describe('an app password', () => {
  const { appPassword, password } = sandboxSeed.bluesky;

  test('connects the account at its own server, and is stored nowhere', async () => {
    const workspace = await stack.createWorkspace();
    const { status, body } = await app(workspace, { handle: `@${OWNER}`, appPassword });
    expect([status, body]).toMatchObject([201, { ok: true, account: { name: 'Sandbox Owner' } }]);
    const answer = await workspace.publish({ text: uniqueText('By app password'), platforms: ['bluesky'] });
    expect(answer.body.platformResults.bluesky).toMatchObject({ ok: true, state: 'published' });
    expect(await stack.dump()).not.toContain(appPassword);
    expect(stack.log.join('\n')).not.toContain(appPassword);
  });

  test.each([
    [{ handle: OWNER, appPassword: 'abcd-efgh-ijkl-mnop' }, 'appPassword', 'does not belong to this account'],
    [{ handle: OWNER, appPassword: password }, 'appPassword', 'is not an app password'],
    [{ handle: OWNER }, 'appPassword', 'is not an app password'],
    [{ handle: 'nobody.bsky.test', appPassword }, 'handle', 'no account has the name'],
    [{ appPassword }, 'handle', 'is required'],
    [{ host: 'bsky.social', appPassword }, 'handle', 'is required'],
  ])('is refused as %j, with the field that is wrong', async (credential, field, reason) => {
    const workspace = await stack.createWorkspace();
    const { status, body, text } = await app(workspace, credential);
    expect([status, body]).toMatchObject([
      400,
      { code: 'invalid_request', details: { field }, error: expect.stringContaining(reason) },
    ]);
    expect(text).not.toContain(password);
    expect((await workspace.connections()).bluesky.connected).toBe(false);
  });
});

describe('a server at the address', () => {
  afterEach(() => stack.restart({ SOCIAL_BASE_URL: '' }));

  test.each([
    ['https://social.example.org:8443', 'only at addresses without a port'],
    ['https://social.internal', 'only at addresses with a public name'],
    ['https://10.1.2.3', 'only at addresses with a public name'],
  ])('%s says why nobody signs in there through the browser, and takes app passwords', async (baseUrl, reason) => {
    const workspace = await stack.createWorkspace();
    await stack.restart({ SOCIAL_BASE_URL: baseUrl });
    const { body } = await workspace.api('GET', '/api/v1/platforms');
    const bluesky = body.platforms.find(({ id }: { id: string }) => id === 'bluesky');
    const unavailable = expect.stringMatching(`${reason}; connect bluesky with an app password instead$`);
    expect(bluesky).toMatchObject({ configured: true, connectWith: 'token', signIn: { asks: 'handle', unavailable } });
    const start = await workspace.api('GET', at(OWNER), { headers: { cookie: '__Host-social.base=1' } });
    expect([start.status, start.body.code, start.body.error]).toEqual([404, 'platform_not_configured', unavailable]);
    expect((await workspace.api('GET', `${START}/client.json`)).status).toBe(404);
    const credential = { handle: OWNER, appPassword: sandboxSeed.bluesky.appPassword };
    expect((await app(workspace, credential)).status).toBe(201);
  });
});
