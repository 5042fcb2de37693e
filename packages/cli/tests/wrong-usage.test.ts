import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY, type RunOptions, signedIn, social, temporaryDirectory } from './social.ts';
import { type StandInServer, startStandIn } from './stand-in-server.ts';

interface WrongUsage extends RunOptions {
  readonly id: string;
  readonly says: string | RegExp;
  readonly args: readonly string[];
}

let server: StandInServer;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;

beforeAll(async () => {
  server = await startStandIn();
  directory = await temporaryDirectory();
  await writeFile(join(directory.path, 'large.txt'), 'a'.repeat(262_145));
  await writeFile(join(directory.path, 'latin1.txt'), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
  await symlink('loop.txt', join(directory.path, 'loop.txt'));
  await writeFile(join(directory.path, 'empty.txt'), '\n\n');
  for (const [name, content] of [
    ['newer', '{"version":3,"apiKey":"sk_live_x"}'],
    ['broken', '{"version":1,'],
  ] as const) {
    await mkdir(join(directory.path, name, 'social'), { recursive: true });
    await writeFile(join(directory.path, name, 'social', 'config.json'), content);
  }
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const to = ['--to', 'profnet'];
/** A file of the test's directory, which is known only when the test runs. */
const FILE = (name: string) => `{dir}/${name}`;

const CASES: readonly WrongUsage[] = [
  { id: 'L1 no arguments', args: [], says: 'Usage: social' },
  { id: 'L1 a group without a verb', args: ['keys'], says: 'Usage: social keys' },
  { id: 'L2 an unknown command', args: ['pots'], says: /unknown command 'pots'\n\(Did you mean post\?\)/ },
  { id: 'L2 an unknown verb', args: ['keys', 'lst'], says: 'Did you mean list?' },
  { id: 'L2 a mistyped option', args: ['post', 'hi', ...to, '--dryrun'], says: 'Did you mean --dry-run?' },
  { id: 'L2 a mistyped common option', args: ['usage', '--jsno'], says: 'Did you mean --json?' },
  { id: 'L2 an unknown option', args: ['post', 'hi', ...to, '-v', 'public'], says: "unknown option '-v'" },
  { id: 'L4 an option without its value', args: ['post', 'hi', '--to'], says: "'--to <platforms>' argument missing" },
  { id: 'L4 an option followed by another', args: ['post', 'hi', '--to', '--json'], says: 'argument missing' },
  { id: 'L4 a common option without its value', args: ['usage', '--profile'], says: 'argument missing' },
  { id: 'L5 empty targets', args: ['post', 'hi', '--to', ''], says: 'It is empty.' },
  {
    id: 'L2 an unknown verb of a command that takes a text',
    args: ['post', 'lsit'],
    says: /"lsit" is no command of post: did you mean list\?\nTo publish it as a text, say where: --to profnet,microblog\n/,
  },
  { id: 'a text that is like a verb, after --', args: ['post', '--', 'lsit'], says: 'Say where to publish' },
  { id: 'L5 no targets', args: ['post', 'hi'], says: 'Say where to publish' },
  { id: 'L5 a target that is none', args: ['post', 'hi', '--to', 'micro'], says: 'did you mean microblog?' },
  { id: 'L5 a mistyped target', args: ['post', 'hi', '--to', 'porfnet'], says: 'did you mean profnet?' },
  { id: 'L5 a mistyped network', args: ['post', 'hi', '--to', 'linkedn'], says: 'did you mean linkedin?' },
  { id: 'L5 a target like X', args: ['post', 'hi', '--to', 'xyz'], says: /"xyz" is not a platform\n/ },
  { id: 'L5 a target like nothing', args: ['post', 'hi', '--to', 'fax'], says: /"fax" is not a platform\n/ },
  { id: 'a mistyped platform to connect', args: ['connect', 'photnet'], says: 'did you mean photonet?' },
  { id: 'L5 a target named as an object member', args: ['post', 'hi', '--to', '__proto__'], says: 'is not a platform' },
  { id: 'L7 limit 0', args: ['post', 'list', '--limit', '0'], says: 'a whole number from 1 to 100' },
  { id: 'L8 limit -1', args: ['logs', '--limit', '-1'], says: 'a whole number from 1 to 200' },
  { id: 'L10 limit abc', args: ['logs', '--limit', 'abc'], says: 'a whole number from 1 to 200' },
  { id: 'L10 limit 1e1', args: ['logs', '--limit', '1e1'], says: 'a whole number from 1 to 200' },
  { id: 'a span without unit', args: ['connect', 'status', '--fail-if-expires-in', '7'], says: '90m, 12h, 7d or 2w' },
  { id: 'a span that is none', args: ['post', 'list', '--from', '7y'], says: '--from "7y" is no span of time' },
  { id: 'a filter that is no time', args: ['post', 'list', '--to', 'now'], says: '--to "now" is not a date and time' },
  { id: 'a mistyped filter', args: ['logs', '--platform', 'micorblog'], says: 'did you mean microblog?' },
  { id: 'an unknown kind of entry', args: ['logs', '--action', 'post'], says: 'Allowed choices are post.published' },
  { id: 'following from the past', args: ['logs', '--follow', '--offset', '5'], says: 'cannot be used with' },
  { id: 'L7 0 days', args: ['usage', '--days', '0'], says: 'a whole number from 1 to 92' },
  { id: 'L11 a time in words', args: ['post', 'hi', ...to, '--at', 'tomorrow'], says: 'is not a date and time' },
  {
    id: 'L11 a day that is none',
    args: ['post', 'hi', ...to, '--at', '2026-02-30T09:00:00Z'],
    says: 'not a real date',
  },
  { id: 'L11 hour 24', args: ['post', 'hi', ...to, '--at', '2026-02-20T24:00:00Z'], says: 'not a real date' },
  { id: 'L13 a time without zone', args: ['post', 'hi', ...to, '--at', '2030-01-01T09:00'], says: 'has no time zone' },
  {
    id: 'L13 a local time that does not exist',
    args: ['post', 'hi', ...to, '--at', '2030-03-31T02:30'],
    env: { TZ: 'Europe/Berlin' },
    says: 'does not exist here',
  },
  { id: 'L14 text and file', args: ['post', 'hi', ...to, '--file', 'x'], says: 'Give the text once' },
  { id: 'L14 two texts', args: ['post', 'hi', 'there', ...to], says: 'too many arguments' },
  { id: 'L16 a directory', args: ['post', ...to, '--file', FILE('')], says: 'is a directory' },
  { id: 'L17 no such file', args: ['post', ...to, '--file', FILE('none')], says: 'there is no such file' },
  { id: 'L17 an unreadable file', args: ['post', ...to, '--file', FILE('loop.txt')], says: 'Cannot read' },
  { id: 'L17 not UTF-8', args: ['post', ...to, '--file', FILE('latin1.txt')], says: 'is not UTF-8 text' },
  { id: 'L19 too large', args: ['post', ...to, '--file', FILE('large.txt')], says: 'larger than 256 KB' },
  { id: 'L19 too large on stdin', args: ['post', ...to], stdin: 'a'.repeat(262_145), says: 'larger than 256 KB' },
  { id: 'L20 empty stdin with -', args: ['post', '-', ...to], says: 'stdin is empty' },
  { id: 'L20 empty stdin', args: ['post', ...to], says: 'stdin is empty' },
  { id: 'L20 an empty file', args: ['post', ...to, '--file', FILE('empty.txt')], says: 'is empty' },
  { id: 'L20 an empty text', args: ['post', '', ...to], says: 'The text is empty' },
  { id: 'L22 --profile twice', args: ['post', 'hi', ...to, '--profile', 'a', '--profile', 'b'], says: 'given twice' },
  { id: 'L22 --at twice', args: ['post', 'hi', ...to, '--at', 'a', '--at', 'b'], says: 'given twice' },
  { id: 'L23 an unknown output format', args: ['usage', '--output', 'yaml'], says: 'Allowed choices are json, text' },
  { id: 'L23 --json with a value', args: ['usage', '--json=yaml'], says: "unknown option '--json=yaml'" },
  {
    id: 'L25 a newer configuration',
    args: ['usage'],
    env: { XDG_CONFIG_HOME: FILE('newer'), SOCIAL_API_KEY: API_KEY },
    says: 'written by a newer version of social',
  },
  {
    id: 'a server that is not stored',
    args: ['usage', '--context', 'work'],
    says: 'There is no server "work"\nNone is stored: social login --name NAME',
  },
  { id: 'a key on the command line', args: ['config', 'set', 'api-key', 'x'], says: 'choices are base-url, profile' },
  { id: 'an empty value to store', args: ['config', 'set', 'profile', ' '], says: 'social config unset profile' },
  { id: 'a server under a path', args: ['login', '--with-key', '--name', '../x'], says: 'is no name for a server' },
  {
    id: 'L25 a broken configuration',
    args: ['usage'],
    env: { XDG_CONFIG_HOME: FILE('broken'), SOCIAL_API_KEY: API_KEY },
    says: 'is not valid JSON',
  },
  { id: 'L26 no scheme', args: ['usage', '--base-url', 'social.example'], says: 'must begin with https://' },
  { id: 'L26 another scheme', args: ['usage', '--base-url', 'ftp://social.example'], says: 'must begin with https://' },
  { id: 'L28 http to another machine', args: ['usage', '--base-url', 'http://192.0.2.1'], says: 'add --insecure' },
  { id: 'a media file that is not there', args: ['post', 'hi', ...to, '--media', './a.jpg'], says: 'There is no file' },
  { id: 'a media file that is a folder', args: ['post', 'hi', ...to, '--media', '/'], says: 'is not a file' },
  { id: 'media of another scheme', args: ['post', 'hi', ...to, '--media', 'ftp://x/a.jpg'], says: 'path of a file' },
  { id: 'a description without media', args: ['post', 'hi', ...to, '--alt', 'x'], says: 'after the --media' },
  { id: 'a setting without value', args: ['post', 'hi', ...to, '--meta', 'title'], says: 'is not key=value' },
  { id: 'a key that no header takes', args: ['post', 'hi', ...to, '--key', 'é'], says: 'printable ASCII' },
  { id: '--key with --again', args: ['post', 'hi', ...to, '--key', 'k', '--again'], says: '--again makes a new key' },
  { id: 'an id that is none', args: ['post', 'show', '../x'], says: 'is not the id of a post' },
  {
    id: 'resolve without an answer',
    args: ['post', 'resolve', 'x', 'profnet'],
    says: '--published ID or --not-published',
  },
  { id: 'login without a terminal', args: ['login'], says: 'There is no terminal to sign in from' },
  { id: 'two ways to sign in', args: ['login', '--with-key', '--no-browser'], says: 'not both' },
  { id: 'login with something else', args: ['login', '--with-key'], stdin: 'hello there', says: 'is no API key' },
];

describe('wrong usage ends with 2, says why on stderr and sends nothing', () => {
  it.each(CASES)('$id', async ({ args, says, env = {}, stdin }) => {
    const place = (value: string) => value.replace('{dir}', directory.path);
    const placed = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, place(value ?? '')]));
    const result = await social(args.map(place), {
      env: { ...signedIn(server.url), ...placed },
      ...(stdin !== undefined && { stdin }),
    });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(says);
    expect(result.stderr).not.toMatch(/\n\s+at |sk_live_sp/);
    expect(server.seen).toEqual([]);
  });

  it.each([['--json'], ['--output', 'json'], ['--output=json']])(
    'says it as JSON when asked to: %s %s',
    async (...flags) => {
      const result = await social(['post', 'hi', ...flags], { env: signedIn(server.url) });
      expect(JSON.parse(result.stderr)).toEqual({
        error: { code: 'usage', message: expect.stringContaining('Say where to publish'), requestId: null },
      });
    },
  );

  it('takes no flag from behind --', async () => {
    const result = await social(['post', '--to', 'nowhere', '--', '--json'], { env: signedIn(server.url) });
    expect(result.stderr).toMatch(/^Error: "nowhere" is not a platform/);
  });
});
