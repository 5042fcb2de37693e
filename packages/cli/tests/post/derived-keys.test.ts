import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accounts } from '../support/connections.ts';
import { listOf, PICTURE, POST_ID, PUBLISHED, postWith, replayed } from '../support/posts.ts';
import { json, type Reply, type StandInServer, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A command line, the platforms it names, and the Idempotency-Key that the command makes of it. */
interface Case {
  readonly what: string;
  readonly args: readonly string[];
  readonly platforms: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** The profile of the post, where that is not the default one. */
  readonly profile?: string;
  readonly key: string;
}

const CASES: readonly Case[] = JSON.parse(readFileSync(new URL('./derived-keys.json', import.meta.url), 'utf8'));

/** The bodies sent for each case, without `ifPast`. */
const REQUESTS: Readonly<Record<string, readonly object[]>> = JSON.parse(
  readFileSync(new URL('./requests.json', import.meta.url), 'utf8'),
);

const FILES: Readonly<Record<string, string>> = {
  'CHANGELOG.md': '# Changelog\n\n## [1.4.0] - 2026-11-01\n\n- New\n\n## 1.3.0\n\n- Old\n',
  'packages/cli/CHANGELOG.md': '# Changelog\n\n## cli@1.4.0\n\n- New\n\n## sdk@1.4.0\n\n- Other\n',
  'NOTES.md': '\ufeffA line\r\nand another\n\n',
  'LONG.md': 'many words '.repeat(60).trim(),
  'thread.md': 'One\n---\nTwo\n\n---\n---\nThree\n',
  'picture.jpg': PICTURE,
  'posts/2026/launch.md': '---\nplatforms: [profnet]\n---\nHello\n',
  'named.md': '---\nplatforms: [profnet, microblog]\nkey: launch\nat: 2090-12-01T10:00:00Z\n---\nHello\n',
  'acme/launch.md': '---\nplatforms: [profnet]\nprofile: acme-blog\n---\nHello\n',
};

const CONNECTIONS = {
  ...accounts('chatbot', { name: 'releases', network: 'telegram' }, { name: 'team', network: 'discord' }),
  ...accounts('mastodon', { name: 'news' }, { name: 'press' }),
};

/** A server on which one post was made under a key. */
async function startServerWith({ key, platforms, profile = 'default' }: Case): Promise<StandInServer> {
  const version = /^release:(?:.*@)?([^:]+)/.exec(key)?.[1] ?? '';
  const text = `${version}\n\n• Old words`;
  const post = postWith(Object.fromEntries(platforms.map((platform) => [platform, PUBLISHED])), { profile, text });
  const find: Reply = (response, request) => {
    const query = new URLSearchParams(request.query);
    const isFound = query.has('key') ? query.get('key') === key : (query.get('profile') ?? profile) === profile;
    (isFound ? listOf(post) : listOf())(response, request);
  };
  const create: Reply = (response, request) => {
    const isReplayed = request.headers['idempotency-key'] === key;
    (isReplayed ? replayed(post) : json(201, post))(response, request);
  };
  return await startStandIn({
    'GET /api/v1/posts': find,
    'GET /api/connect/status': json(200, CONNECTIONS),
    'POST /api/v1/posts': create,
    [`GET /api/v1/posts/${POST_ID}`]: json(200, post),
    'POST /api/v1/media': json(201, { url: 'https://social.example/media/a.jpg' }),
  });
}

/** Runs the command of a case in a directory with its files. */
async function runCase(server: StandInServer, { args, env, stdin }: Case) {
  await using directory = await temporaryDirectory(FILES);
  // An agent talks with a program.
  const social = args[0] === 'mcp' ? server.program : server.social;
  return await social(args, { env: { TZ: 'UTC', ...env }, cwd: directory.path, stdin });
}

it.each(CASES)('the key of $what stays the same, and finds the post that was made with it', async (one) => {
  await using server = await startServerWith(one);
  const run = await runCase(server, one);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining(POST_ID) });
  const asked = server.seen.flatMap(({ call, query }) =>
    call === 'GET /api/v1/posts' ? (new URLSearchParams(query).get('key') ?? []) : [],
  );
  const sent = server.posts().flatMap(({ key }) => key ?? []);
  expect(sent.filter((key) => key !== one.key)).toEqual([]);
  expect([...asked, ...sent]).toContain(one.key);
});

it.each(CASES)('the request for $what is that of the first release', async (one) => {
  await using server = await startServerWith({ ...one, key: '' });
  expect(await runCase(server, one)).toMatchObject({ code: 0 });
  const bodies = server.posts();
  // The server does not compare these two.
  const sent = bodies.map(({ body: { ifPast: _, source: _source, ...body } }) => body);
  expect(sent).toEqual(REQUESTS[one.what]);
});
