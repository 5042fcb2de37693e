import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/run.ts';
import { CONNECTED, NOT_CONNECTED } from '../support/connections.ts';
import { ACCEPT, checkedWith, failed, PUBLISHED, postWith } from '../support/posts.ts';
import { signedIn } from '../support/social.ts';
import { json, loseAnswer, type Reply, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTerminal } from '../support/terminal.ts';

const CONNECTIONS = json(200, {
  microblog: CONNECTED,
  profnet: { ...CONNECTED, network: 'linkedin', username: 'Ada Example' },
  video: NOT_CONNECTED,
});
const ready = (rest: object = {}) => ({
  ...{ ok: true, state: 'ready', credits: 3, characters: { count: 5, max: 280 } },
  ...rest,
});
const dryRun = (results: Record<string, object>) => json(200, checkedWith(results));
const sent = json(201, postWith({ microblog: PUBLISHED }));
const TOO_LONG = ready({ ok: false, state: 'problem', code: 'invalid_request', characters: { count: 300, max: 280 } });
const DOWN = '\u001b[B';

async function before(checks: readonly Reply[], answer: Reply, env: Record<string, string> = {}) {
  const server = await startStandIn({
    'GET /api/connect/status': CONNECTIONS,
    ...(checks.length > 0 && { 'POST /api/v1/posts?dryRun=true': checks }),
    'POST /api/v1/posts': answer,
  });
  const terminal = createTerminal(signedIn(server.url, { TZ: 'UTC', ...env }));
  return {
    ...{ server, terminal },
    /** The posts that were asked for; those that were only checked say so. */
    bodies: () =>
      server.seen
        .filter(({ call }) => call === 'POST /api/v1/posts')
        .map(({ body, query }) => ({ ...JSON.parse(body), ...(query === '?dryRun=true' && { dryRun: true }) })),
    async answer(question: string, keys: string) {
      await terminal.waitFor(question);
      terminal.type(keys);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** An editor that writes a text, as a program that is run on the file. */
async function editorIn(path: string, script: string): Promise<string> {
  const editor = join(path, 'editor.sh');
  await writeFile(editor, script);
  return `sh ${editor}`;
}

describe('social post without arguments', () => {
  it('asks for text, platforms and time, shows length and cost, and sends after a yes', async () => {
    await using world = await before([dryRun({ microblog: ready() })], sent);
    const running = run(['post'], world.terminal.io);
    await world.answer('Text', 'hello\r');
    await world.answer('Where', `${DOWN} \r`);
    await world.answer('When', 'next week\r');
    await world.answer('is not a date and time', '\u00152026-12-01 09:00\r');
    await world.answer('Publish to microblog at 2026-12-01T09:00:00Z (in 11 days) for 3 credits?', 'y\r');
    expect(await running).toBe(0);
    const time = { scheduledFor: '2026-12-01T09:00:00Z', ifPast: 'refuse' };
    const content = { text: 'hello', platforms: ['microblog'], profile: 'default', ...time };
    expect(world.bodies()).toEqual([{ ...content, dryRun: true }, content]);
    expect(world.terminal.stdout()).toContain('microblog  ready  5 of 280 characters  3 credits\n');
    expect(world.terminal.stdout()).toContain('✔ microblog  Ada Example  published');
    expect(world.terminal.stderr()).toContain('profnet (LinkedIn)  @Ada Example  up to 3000 characters, 1 credit');
    expect(world.terminal.stderr()).not.toContain('video');
  });

  it('sends nothing on Enter alone, and says how to send it after all', async () => {
    await using world = await before([dryRun({ profnet: ready() })], sent);
    const running = run(['post', '--profile', 'acme-blog'], world.terminal.io);
    await world.answer('Text', "it's out\r");
    await world.answer('Where', ' \r');
    await world.answer('When', '\r');
    await world.answer('Publish to profnet now', '\r');
    expect(await running).toBe(130);
    expect(world.bodies()).toEqual([{ text: "it's out", platforms: ['profnet'], profile: 'acme-blog', dryRun: true }]);
    expect(world.terminal.stderr()).toContain(
      `Nothing was sent. To send it after all:\n  social post --profile acme-blog --to profnet -- 'it'\\''s out'\n`,
    );
  });

  it('opens the editor, lets a text that is too long be changed or shortened, and leaves no file behind', async () => {
    await using home = await temporaryDirectory();
    const seen = join(home.path, 'seen');
    const script = `cat "$1" >> ${seen}; if [ -s "$1" ]; then echo 'second #one' > "$1"; else printf '%0300d\\n' 7 > "$1"; fi; echo "$1" >> ${seen}`;
    const EDITOR = await editorIn(home.path, script);
    const tooLong = dryRun({ microblog: TOO_LONG });
    await using world = await before([tooLong, tooLong, dryRun({ microblog: ready() })], sent, { EDITOR, VISUAL: '' });
    const running = run(['post'], world.terminal.io);
    await world.answer('Where', `${DOWN} \r`);
    await world.answer('When', '\r');
    await world.answer('This cannot be sent as it is', '\r');
    await world.terminal.waitFor('Shortened for X');
    // The question is asked again; a key that is typed before it is there is lost.
    await world.terminal.waitFor('Stop; nothing is sent', 'Shortened for X');
    world.terminal.type(`${DOWN}\r`);
    await world.answer('Publish to microblog now', 'y\r');
    expect(await running).toBe(0);
    const [first, shortened, changed, last] = world.bodies() as Record<string, unknown>[];
    expect(first?.['text']).toMatch(/^0{299}7$/);
    expect(shortened?.['overrides']).toEqual({ microblog: { text: expect.stringMatching(/^0{278}…$/) } });
    expect([changed?.['text'], last?.['text']]).toEqual(['second #one', 'second #one']);
    const path = (await readFile(seen, 'utf8')).trim().split('\n').at(-1) ?? '';
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('keeps the text when the answer was lost, and gives the exact command that sends it once', async () => {
    await using home = await temporaryDirectory();
    const EDITOR = await editorIn(home.path, 'echo precious > "$1"');
    await using world = await before([dryRun({ profnet: ready() })], loseAnswer, { VISUAL: EDITOR, EDITOR: 'false' });
    const running = run(['post'], world.terminal.io);
    await world.answer('Where', ' \r');
    await world.answer('When', '\r');
    await world.answer('Publish to profnet now', 'y\r');
    expect(await running).toBe(7);
    const [, path = '', key = ''] =
      /social post --to profnet --file (\S+) --key (cli-[0-9a-f]{64})\n/.exec(world.terminal.stderr()) ?? [];
    expect(await readFile(path, 'utf8')).toBe('precious\n');
    await using again = await startStandIn(ACCEPT);
    expect((await again.social(['post', '--to', 'profnet', '--file', path])).code).toBe(0);
    // Without --key the same content makes the same key.
    expect(again.posts()[0]?.key).toBe(key);
  });

  it('makes the key of the command that shortens the same text', async () => {
    const tooLong = dryRun({ microblog: TOO_LONG });
    await using world = await before([tooLong, dryRun({ microblog: ready() })], sent);
    const running = run(['post'], world.terminal.io);
    const text = 'many words '.repeat(40).trim();
    await world.answer('Text', `${text}\r`);
    await world.answer('Where', `${DOWN} \r`);
    await world.answer('When', '\r');
    await world.answer('This cannot be sent as it is', '\r');
    await world.answer('Publish to microblog now', 'y\r');
    expect(await running).toBe(0);
    const [asked] = world.server.posts();
    await world.server.social(['post', text, '--to', 'microblog', '--fit', 'shorten']);
    const [, given] = world.server.posts();
    expect(given?.key).toMatch(/^cli-/);
    expect(given?.key).toBe(asked?.key);
  });

  it.each([
    ['true', 2, 'post.md is empty'],
    ['exit 3', 1, 'ended with code 3'],
  ])('ends when the editor does %j', async (script, code, says) => {
    await using home = await temporaryDirectory();
    const EDITOR = await editorIn(home.path, script);
    await using world = await before([], sent, { EDITOR });
    expect(await run(['post'], world.terminal.io)).toBe(code);
    expect(world.terminal.stderr()).toContain(says);
    expect(world.bodies()).toEqual([]);
  });

  it('ends with 130 on Ctrl-C, with 4 where nothing is connected', async () => {
    await using world = await before([], sent);
    const running = run(['post'], world.terminal.io);
    await world.answer('Text', 'hello\r');
    await world.answer('Where', '\u0003');
    expect(await running).toBe(130);
    expect(world.bodies()).toEqual([]);
    await using bare = await startStandIn({
      'GET /api/connect/status': json(200, { microblog: NOT_CONNECTED }),
    });
    const terminal = createTerminal(signedIn(bare.url));
    expect(await run(['post'], terminal.io)).toBe(4);
    expect(terminal.stderr()).toContain('No account is connected to profile default\nConnect one with');
  });

  it('reports what failed as the command with arguments does', async () => {
    await using world = await before(
      [dryRun({ profnet: ready() })],
      json(201, postWith({ profnet: failed('forbidden') })),
    );
    const running = run(['post'], world.terminal.io);
    await world.answer('Text', 'hello\r');
    await world.answer('Where', ' \r');
    await world.answer('When', '\r');
    await world.answer('Publish to profnet now', 'y\r');
    expect(await running).toBe(1);
    expect(world.terminal.stdout()).toContain('✖ profnet');
  });

  it('asks nothing in CI, for JSON or without a terminal', async () => {
    await using world = await before([], sent, { CI: 'true' });
    expect(await run(['post'], world.terminal.io)).toBe(2);
    expect(world.terminal.stderr()).toContain('Say where to publish');
    const asJson = createTerminal(signedIn(world.server.url));
    expect(await run(['post', '--json'], asJson.io)).toBe(2);
    const piped = await world.server.social(['post']);
    expect(piped).toMatchObject({ code: 2, stderr: expect.stringContaining('Say where to publish') });
    expect(world.bodies()).toEqual([]);
  });
});
