import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../src/run.ts';
import { API_KEY, signedIn, temporaryDirectory } from './social.ts';
import { failure, json, POST_ID, PROFILES, PUBLISHED, postWith, startStandIn } from './stand-in-server.ts';
import { createTerminal } from './terminal.ts';

const entry = {
  connected: true,
  displayName: 'Ada Example',
  state: 'connected',
  username: 'ada',
  network: 'x',
  connectedAt: '2026-11-20T14:00:00.000Z',
  expiresAt: null,
  configured: true,
  missingScopes: [],
};
const absent = {
  ...entry,
  connected: false,
  displayName: null,
  state: 'not_connected',
  username: null,
  connectedAt: null,
};

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
    await using server = await startStandIn({
      'GET /api/v1/posts': json(200, { posts: [held], nextCursor: null }),
      [`GET /api/v1/posts/${POST_ID}`]: json(200, held),
      [`GET /api/v1/posts/${POST_ID}/timeline`]: json(200, { events: [] }),
    });
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
    await using server = await startStandIn({
      'GET /api/connect/status': [
        json(200, { microblog: absent }),
        json(200, { microblog: absent }),
        json(200, { microblog: entry }),
      ],
    });
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

  it('opens no browser with --no-browser and waits for a change of what is connected', async () => {
    const later = { ...entry, username: 'grace', connectedAt: '2026-11-20T14:05:00.000Z' };
    await using server = await startStandIn({
      'GET /api/connect/status': [entry, entry, later].map((microblog) => json(200, { microblog })),
    });
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['connect', 'microblog', '--no-browser'], terminal.io)).toBe(0);
    expect(terminal.opened).toEqual([]);
    expect(terminal.stderr()).toContain('It is connected as @ada now; approving replaces that.');
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
    ['connection_failed', undefined, 'The attempt was ended: whoever began it signed out'],
  ])('ends with 1 and %s when the attempt has come to %j', async (code, attempt, message) => {
    const begun = { ...absent, attempt: { state: 'under_way', message: 'Nothing is connected yet' } };
    const over = { ...absent, ...(attempt && { attempt }) };
    await using server = await startStandIn({
      'GET /api/connect/status': [absent, absent, begun, over].map((microblog) => json(200, { microblog })),
    });
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['connect', 'microblog', '--json'], terminal.io)).toBe(1);
    expect(terminal.stderr()).toContain(message);
    expect(terminal.stderr()).toContain(`"code": "${code}"`);
    expect(terminal.stdout()).toBe('');
  });

  it('connects with a server that knows no attempts', async () => {
    const unknown = failure(400, 'invalid_request', 'attempt: is not a known parameter. Nothing was done');
    await using server = await startStandIn({
      'GET /api/connect/status': [unknown, json(200, { microblog: absent }), json(200, { microblog: entry })],
    });
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['connect', 'microblog'], terminal.io)).toBe(0);
    const query = `?profileId=${PROFILES.profiles[0]?.id}`;
    expect(terminal.opened).toEqual([`${server.url}/api/auth/microblog${query}`]);
    const asked = server.seen.filter(({ call }) => call === 'GET /api/connect/status').map((one) => one.query);
    expect(asked.slice(1)).toEqual([query, query]);
  });

  it('says after ten minutes that nobody approved, also where the server has forgotten the attempt by then', async () => {
    const begun = { ...absent, attempt: { state: 'under_way', message: 'Nothing is connected yet' } };
    await using server = await startStandIn({
      'GET /api/connect/status': [absent, begun, absent].map((microblog) => json(200, { microblog })),
    });
    const terminal = createTerminal(signedIn(server.url));
    const now = () => new Date(terminal.slept.length * 10 * 60_000);
    expect(await run(['connect', 'microblog', '--json'], { ...terminal.io, now })).toBe(1);
    expect(terminal.stderr()).toContain('"code": "not_approved"');
  });

  it('ends waiting with 130 on Ctrl-C', async () => {
    await using server = await startStandIn({ 'GET /api/connect/status': json(200, { microblog: absent }) });
    const terminal = createTerminal(signedIn(server.url));
    const running = run(['connect', 'microblog'], terminal.io);
    await terminal.waitFor('Open this address');
    terminal.interrupt();
    expect(await running).toBe(130);
    expect(terminal.stderr()).toContain('Error: Interrupted\n');
  });

  it('says at once that a platform is not set up on the server', async () => {
    await using server = await startStandIn({
      'GET /api/connect/status': json(200, { video: { ...absent, configured: false } }),
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
    expect(await readFile(join(home.path, 'social', 'config.json'), 'utf8')).toContain(API_KEY);
  });

  it('L44 ends with 130 on Ctrl-C at a prompt and stores nothing', async () => {
    await using home = await temporaryDirectory();
    const terminal = createTerminal({ XDG_CONFIG_HOME: home.path });
    const running = run(['login', '--with-key'], terminal.io);
    await terminal.waitFor('Address of the server');
    terminal.type('\u0003');
    expect(await running).toBe(130);
    expect(terminal.stdout()).toBe('');
  });

  it('reads a time without zone as local and says which instant it is', async () => {
    await using server = await startStandIn({ 'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED })) });
    const terminal = createTerminal(signedIn(server.url));
    expect(await run(['post', 'hi', '--to', 'profnet', '--at', '2026-11-21 09:30'], terminal.io)).toBe(0);
    const instant = new Date(2026, 10, 21, 9, 30).toISOString().replace('.000Z', 'Z');
    expect(JSON.parse(server.seen[0]?.body ?? '{}')).toMatchObject({ scheduledFor: instant });
    expect(terminal.stderr()).toContain(`--at is ${instant}, `);
  });

  it('wants a text rather than waiting for one', async () => {
    const terminal = createTerminal(signedIn('http://127.0.0.1:2'));
    expect(await run(['post', '--to', 'profnet'], terminal.io)).toBe(2);
    expect(terminal.stderr()).toContain('There is no text');
  });
});
