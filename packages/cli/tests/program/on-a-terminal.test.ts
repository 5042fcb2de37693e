import { describe, expect, it } from 'vitest';
import { run } from '../../src/run.ts';
import { CONNECTED, NOT_CONNECTED } from '../support/connections.ts';
import { ACCEPT, listOf, POST_ID, PUBLISHED, postWith, shows } from '../support/posts.ts';
import { API_KEY, signedIn } from '../support/social.ts';
import { failure, json, PROFILES, type Replies, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTerminal } from '../support/terminal.ts';

/** Replies that show these states of a connection to microblog, one after another; the last one stays. */
const microblogIs = (...states: object[]): Replies => ({
  'GET /api/connect/status': states.map((microblog) => json(200, { microblog })),
});
const UNDER_WAY = { ...NOT_CONNECTED, attempt: { state: 'under_way', message: 'Nothing is connected yet' } };

describe('on a terminal', () => {
  it('prints a table that fits the width', async () => {
    const long = postWith({ profnet: PUBLISHED }, { text: `line one\nline two ${'word '.repeat(40)}` });
    const scheduled = postWith(
      { profnet: { ...PUBLISHED, ok: false, state: 'pending' } },
      { status: 'scheduled', scheduledFor: '2026-11-20T16:00:00Z', platformResults: {} },
    );
    await using server = await startStandIn({
      'GET /api/v1/posts': json(200, { posts: [long, scheduled], nextCursor: 'c1' }),
    });
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['post', 'list'], terminal.io)).toBe(0);
    const [heading, first, second, more] = terminal.stdout().split('\n');
    expect(heading).toMatch(/^POST +OUTCOME +WHEN +PLATFORMS +TEXT$/);
    expect(first).toMatch(/^0192f3c1-7c1e {2}published .* profnet ✔ {2}line one line two.*…$/);
    expect(second).toMatch(/scheduled {2}in 2 h \(16:00 UTC\) +profnet +v1/);
    expect(more).toBe('More: social post list --cursor c1');
  });

  it('says that a post from a restored backup is held, and what to do', async () => {
    const held = postWith(
      { profnet: PUBLISHED },
      { status: 'scheduled', held: true, scheduledFor: '2026-11-20T16:00:00Z', platformResults: {} },
    );
    await using server = await startStandIn({ ...shows(held), 'GET /api/v1/posts': listOf(held) });
    const list = createTerminal(signedIn(server.url));
    expect(await run(['post', 'list'], list.io)).toBe(0);
    expect(list.stdout()).toMatch(/^0192f3c1-7c1e {2}held .*in 2 h/m);
    expect(list.stdout()).toMatch(/^Held posts .*social-server release$/m);
    const show = createTerminal(signedIn(server.url));
    expect(await run(['post', 'show', POST_ID], show.io)).toBe(0);
    const words = show.stdout().replace(/\s+/g, ' ');
    expect(words).toContain('held, was scheduled in 2 h (16:00 UTC) for profnet');
    expect(words).toMatch(
      /social post cancel 0192f3c1-7c1e.*social post reschedule 0192f3c1-7c1e.*social-server release/,
    );
  });

  it('connects: opens the address and waits until the account is there', async () => {
    const profileId = PROFILES.profiles[1]?.id;
    await using server = await startStandIn(microblogIs(NOT_CONNECTED, NOT_CONNECTED, CONNECTED));
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['connect', 'microblog', '--profile', 'acme-blog'], terminal.io)).toBe(0);
    const [url = ''] = terminal.opened;
    const attempt = new URL(url).searchParams.get('attempt');
    expect(attempt).toMatch(/^[\w-]{22}$/);
    const query = `?profileId=${profileId}&attempt=${attempt}`;
    expect(terminal.opened).toEqual([`${server.url}/api/auth/microblog${query}`]);
    expect(server.seen.at(-1)?.query).toBe(query);
    expect(terminal.stderr()).toBe(
      `Open this address to connect microblog (X) (it was opened in your browser):\n  ${url}\n`,
    );
    expect(terminal.stdout()).toBe('✔ microblog (X) is connected as @ada to profile acme-blog\n');
  });

  it.each([
    { platform: 'mastodon', label: 'Mastodon', field: 'host', named: 'fosstodon.org', username: 'ada@fosstodon.org' },
    { platform: 'bluesky', label: 'Bluesky', field: 'handle', named: '@ada.bsky.social', username: 'ada.bsky.social' },
  ])('names the $field of a $platform account in the address', async ({ platform, label, field, named, username }) => {
    const connected = { ...CONNECTED, username, network: platform };
    await using server = await startStandIn({
      'GET /api/v1/platforms': json(200, { platforms: [] }),
      'GET /api/connect/status': [NOT_CONNECTED, connected].map((status) => json(200, { [platform]: status })),
    });
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['connect', platform, `--${field}`, named], terminal.io)).toBe(0);
    expect(new URL(terminal.opened[0] ?? '').searchParams.get(field)).toBe(named);
    expect(terminal.stdout()).toContain(`${platform} (${label}) is connected as @${username}`);
  });

  it('takes an app password where nobody can sign in through the browser, and says why', async () => {
    const unavailable = 'the network signs in only at addresses without a port; connect with an app password instead';
    const account = { id: 'did:plc:a', accountId: 'did:plc:a', name: 'Ada', type: 'personal' };
    await using server = await startStandIn({
      'GET /api/v1/platforms': json(200, { platforms: [{ id: 'bluesky', signIn: { unavailable } }] }),
      'POST /api/connect/bluesky/token': json(201, { ok: true, account }),
    });
    const terminal = createTerminal(signedIn(server.url));
    const running = run(['connect', 'bluesky', '--handle', 'ada.bsky.social'], terminal.io);
    await terminal.waitFor('App password of the account');
    terminal.type('abcd-efgh-ijkl-mnop\r');
    expect(await running).toBe(0);
    expect(terminal.opened).toEqual([]);
    expect(terminal.stderr().replace(/\s+/g, ' ')).toContain(`No sign-in through the browser: ${unavailable}.`);
    const sent = JSON.parse(server.seen.at(-1)?.body ?? '');
    expect(sent).toMatchObject({ handle: 'ada.bsky.social', appPassword: 'abcd-efgh-ijkl-mnop' });
    expect(terminal.stdout()).toContain('bluesky is connected as Ada');
  });

  it('opens no browser with --no-browser and waits for a change of what is connected', async () => {
    const later = { ...CONNECTED, username: 'grace', connectedAt: '2026-11-20T14:05:00.000Z' };
    await using server = await startStandIn(microblogIs(CONNECTED, CONNECTED, later));
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['connect', 'microblog', '--no-browser'], terminal.io)).toBe(0);
    expect(terminal.opened).toEqual([]);
    expect(terminal.stderr().replaceAll('\n', ' ')).toContain(
      'It is connected as @ada now; approving with another account adds it, and --another asks for it.',
    );
    expect(terminal.stdout()).toContain('connected as @grace');
  });

  it.each([
    [
      'access_denied',
      { state: 'denied', message: 'Access was not given.' },
      'The connection was denied in the browser',
    ],
    ['connection_failed', { state: 'failed', message: 'The network is gone.' }, 'The network is gone.'],
    ['other_profile', { state: 'connected', message: 'Connected.' }, 'The account was connected to another profile'],
    ['connection_failed', undefined, 'The attempt has ended: the person who started it signed out'],
  ])('ends with 1 and %s when the attempt ends with %j', async (code, attempt, message) => {
    const over = { ...NOT_CONNECTED, ...(attempt && { attempt }) };
    await using server = await startStandIn(microblogIs(NOT_CONNECTED, NOT_CONNECTED, UNDER_WAY, over));
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['connect', 'microblog', '--json'], terminal.io)).toBe(1);
    expect(terminal.stderr()).toContain(message);
    expect(terminal.stderr()).toContain(`"code": "${code}"`);
    expect(terminal.stdout()).toBe('');
  });

  it('connects with a server that knows no attempts', async () => {
    const unknown = failure(400, 'invalid_request', 'attempt: is not a known parameter. Nothing was done');
    await using server = await startStandIn({
      'GET /api/connect/status': [
        unknown,
        json(200, { microblog: NOT_CONNECTED }),
        json(200, { microblog: CONNECTED }),
      ],
    });
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['connect', 'microblog'], terminal.io)).toBe(0);
    const query = `?profileId=${PROFILES.profiles[0]?.id}`;
    expect(terminal.opened).toEqual([`${server.url}/api/auth/microblog${query}`]);
    const asked = server.seen.filter(({ call }) => call === 'GET /api/connect/status').map((one) => one.query);
    expect(asked.slice(1)).toEqual([query, query]);
  });

  it('says after ten minutes that nobody approved, even where the server has forgotten the attempt', async () => {
    await using server = await startStandIn(microblogIs(NOT_CONNECTED, UNDER_WAY, NOT_CONNECTED));
    const terminal = createTerminal(signedIn(server.url));
    const now = () => new Date(terminal.slept.length * 10 * 60_000);
    expect(await run(['connect', 'microblog', '--json'], { ...terminal.io, now })).toBe(1);
    expect(terminal.stderr()).toContain('"code": "not_approved"');
  });

  it('ends waiting with 130 on Ctrl-C', async () => {
    await using server = await startStandIn(microblogIs(NOT_CONNECTED));
    const terminal = createTerminal(signedIn(server.url));
    const running = run(['connect', 'microblog'], terminal.io);
    await terminal.waitFor('Open this address');
    terminal.interrupt();
    expect(await running).toBe(130);
    expect(terminal.stderr()).toContain('Error: Interrupted\n');
  });

  it('says at once that a platform is not set up on the server', async () => {
    await using server = await startStandIn({
      'GET /api/connect/status': json(200, { video: { ...NOT_CONNECTED, configured: false } }),
    });
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['connect', 'video'], terminal.io)).toBe(1);
    expect(terminal.stderr()).toContain('This server cannot connect video');
    expect(terminal.opened).toEqual([]);
  });

  it('asks for address and key, and never shows the key', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    const terminal = createTerminal({ XDG_CONFIG_HOME: home.path, SOCIAL_BASE_URL: server.url });
    const running = run(['login', '--with-key'], terminal.io);
    await terminal.waitFor('Address of the server');
    terminal.type('\r');
    await terminal.waitFor('API key');
    terminal.type(`${API_KEY}\r`);
    expect(await running).toBe(0);
    expect(terminal.stdout()).toContain(`✔ Signed in to ${server.url} (plan Free, 499 credits)`);
    expect(terminal.stderr() + terminal.stdout()).not.toContain(API_KEY);
    expect(await home.read('social/config.json')).toContain(API_KEY);
  });

  it('ends with 130 on Ctrl-C at a prompt and stores nothing', async () => {
    await using home = await temporaryDirectory();
    const terminal = createTerminal({ XDG_CONFIG_HOME: home.path });
    const running = run(['login', '--with-key'], terminal.io);
    await terminal.waitFor('Address of the server');
    terminal.type('\u0003');
    expect(await running).toBe(130);
    expect(terminal.stdout()).toBe('');
  });

  it('reads a time without zone as local and says which instant it is', async () => {
    await using server = await startStandIn(ACCEPT);
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['post', 'hi', '--to', 'profnet', '--at', '2026-11-21 09:30'], terminal.io)).toBe(0);
    const instant = new Date(2026, 10, 21, 9, 30).toISOString().replace('.000Z', 'Z');
    expect(server.posts()).toMatchObject([{ body: { scheduledFor: instant } }]);
    expect(terminal.stderr()).toContain(`--at is ${instant}, `);
  });

  it('refuses a post without a text, and does not wait for one', async () => {
    const terminal = createTerminal(signedIn('http://127.0.0.1:2'));
    expect(await run(['post', '--to', 'profnet'], terminal.io)).toBe(2);
    expect(terminal.stderr()).toContain('There is no text');
  });
});
