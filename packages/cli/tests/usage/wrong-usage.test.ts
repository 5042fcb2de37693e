import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY, type RunOptions } from '../support/social.ts';
import { type StandInServer, startStandIn } from '../support/stand-in-server.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

interface WrongUsage extends RunOptions {
  readonly id: string;
  readonly says: string | RegExp;
  readonly args: readonly string[];
}

let server: StandInServer;
let directory: TemporaryDirectory;

beforeAll(async () => {
  server = await startStandIn();
  directory = await temporaryDirectory({
    'large.txt': 'a'.repeat(262_145),
    'latin1.txt': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
    'empty.txt': '\n\n',
    'newer/social/config.json': '{"version":3,"apiKey":"sk_live_x"}',
    'broken/social/config.json': '{"version":1,',
  });
  await symlink('loop.txt', join(directory.path, 'loop.txt'));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const to = ['--to', 'profnet'];
/** A file of the test's directory, which is known only when the test runs. */
const FILE = (name: string) => `{dir}/${name}`;

const CASES: readonly WrongUsage[] = [
  { id: 'no arguments', args: [], says: 'Usage: social' },
  { id: 'a group without a verb', args: ['keys'], says: 'Usage: social keys' },
  { id: 'an unknown command', args: ['pots'], says: /unknown command 'pots'\n\(Did you mean post\?\)/ },
  { id: 'an unknown verb', args: ['keys', 'lst'], says: 'Did you mean list?' },
  { id: 'a mistyped option', args: ['post', 'hi', ...to, '--dryrun'], says: 'Did you mean --dry-run?' },
  { id: 'a mistyped common option', args: ['usage', '--jsno'], says: 'Did you mean --json?' },
  { id: 'an unknown option', args: ['post', 'hi', ...to, '-v', 'public'], says: "unknown option '-v'" },
  { id: 'an option without its value', args: ['post', 'hi', '--to'], says: "'--to <platforms>' argument missing" },
  { id: 'an option followed by another', args: ['post', 'hi', '--to', '--json'], says: 'argument missing' },
  { id: 'a common option without its value', args: ['usage', '--profile'], says: 'argument missing' },
  { id: 'empty targets', args: ['post', 'hi', '--to', ''], says: 'It is empty.' },
  {
    id: 'an unknown verb of a command that takes a text',
    args: ['post', 'lsit'],
    says: /"lsit" is not a command of post: did you mean list\?\nTo publish it as a text, say where: --to profnet,microblog\n/,
  },
  { id: 'a text that is like a verb, after --', args: ['post', '--', 'lsit'], says: 'Say where to publish' },
  { id: 'no targets', args: ['post', 'hi'], says: 'Say where to publish' },
  { id: 'a target that does not exist', args: ['post', 'hi', '--to', 'micro'], says: 'did you mean microblog?' },
  { id: 'a mistyped target', args: ['post', 'hi', '--to', 'porfnet'], says: 'did you mean profnet?' },
  { id: 'a mistyped network', args: ['post', 'hi', '--to', 'linkedn'], says: 'did you mean linkedin?' },
  { id: 'a target like X', args: ['post', 'hi', '--to', 'xyz'], says: /"xyz" is not a platform\n/ },
  { id: 'a target like nothing', args: ['post', 'hi', '--to', 'fax'], says: /"fax" is not a platform\n/ },
  { id: 'a mistyped platform to connect', args: ['connect', 'photnet'], says: 'did you mean photonet?' },
  {
    id: 'a server for a platform without',
    args: ['connect', 'microblog', '--host', 'x.org'],
    says: 'leave out --host',
  },
  {
    id: 'no server without a terminal',
    args: ['connect', 'mastodon'],
    says: 'social connect mastodon --host fosstodon.org',
  },
  {
    id: 'a name for a platform whose accounts have a server',
    args: ['connect', 'mastodon', '--handle', 'ada.bsky.social'],
    says: 'leave out --handle',
  },
  {
    id: 'no account without a terminal',
    args: ['connect', 'bluesky'],
    says: 'social connect bluesky --handle ada.bsky.social',
  },
  {
    id: 'a token without a server',
    args: ['connect', 'mastodon', '--with-token'],
    says: '--host fosstodon.org --with-token',
  },
  { id: 'a target named as an object member', args: ['post', 'hi', '--to', '__proto__'], says: 'is not a platform' },
  { id: 'limit 0', args: ['post', 'list', '--limit', '0'], says: 'a whole number from 1 to 100' },
  { id: 'limit -1', args: ['logs', '--limit', '-1'], says: 'a whole number from 1 to 200' },
  { id: 'limit abc', args: ['logs', '--limit', 'abc'], says: 'a whole number from 1 to 200' },
  { id: 'limit 1e1', args: ['logs', '--limit', '1e1'], says: 'a whole number from 1 to 200' },
  { id: 'a span without unit', args: ['connect', 'status', '--fail-if-expires-in', '7'], says: '90m, 12h, 7d or 2w' },
  { id: 'an invalid span', args: ['post', 'list', '--from', '7y'], says: '--from "7y" is not a span of time' },
  {
    id: 'a filter that is not a time',
    args: ['post', 'list', '--to', 'now'],
    says: '--to "now" is not a date and time',
  },
  { id: 'a mistyped filter', args: ['logs', '--platform', 'micorblog'], says: 'did you mean microblog?' },
  { id: 'an unknown kind of entry', args: ['logs', '--action', 'post'], says: 'Allowed choices are post.published' },
  { id: 'following from the past', args: ['logs', '--follow', '--offset', '5'], says: 'cannot be used with' },
  { id: '0 days', args: ['usage', '--days', '0'], says: 'a whole number from 1 to 92' },
  { id: 'a time in words', args: ['post', 'hi', ...to, '--at', 'tomorrow'], says: 'is not a date and time' },
  {
    id: 'a day that does not exist',
    args: ['post', 'hi', ...to, '--at', '2026-02-30T09:00:00Z'],
    says: 'not a real date',
  },
  { id: 'hour 24', args: ['post', 'hi', ...to, '--at', '2026-02-20T24:00:00Z'], says: 'not a real date' },
  { id: 'a time without zone', args: ['post', 'hi', ...to, '--at', '2030-01-01T09:00'], says: 'has no time zone' },
  {
    id: 'a local time that does not exist',
    args: ['post', 'hi', ...to, '--at', '2030-03-31T02:30'],
    env: { TZ: 'Europe/Berlin' },
    says: 'does not exist here',
  },
  { id: 'text and file', args: ['post', 'hi', ...to, '--file', 'x'], says: 'Give the text once' },
  { id: 'two texts', args: ['post', 'hi', 'there', ...to], says: 'too many arguments' },
  { id: 'a directory', args: ['post', ...to, '--file', FILE('')], says: 'is a directory' },
  { id: 'no such file', args: ['post', ...to, '--file', FILE('none')], says: 'there is no such file' },
  { id: 'an unreadable file', args: ['post', ...to, '--file', FILE('loop.txt')], says: 'Cannot read' },
  { id: 'not UTF-8', args: ['post', ...to, '--file', FILE('latin1.txt')], says: 'is not UTF-8 text' },
  { id: 'too large', args: ['post', ...to, '--file', FILE('large.txt')], says: 'larger than 256 KB' },
  { id: 'too large on stdin', args: ['post', ...to], stdin: 'a'.repeat(262_145), says: 'larger than 256 KB' },
  { id: 'empty stdin with -', args: ['post', '-', ...to], says: 'stdin is empty' },
  { id: 'empty stdin', args: ['post', ...to], says: 'stdin is empty' },
  { id: 'an empty file', args: ['post', ...to, '--file', FILE('empty.txt')], says: 'is empty' },
  { id: 'an empty text', args: ['post', '', ...to], says: 'The text is empty' },
  { id: '--profile twice', args: ['post', 'hi', ...to, '--profile', 'a', '--profile', 'b'], says: 'given twice' },
  { id: '--at twice', args: ['post', 'hi', ...to, '--at', 'a', '--at', 'b'], says: 'given twice' },
  { id: 'an unknown output format', args: ['usage', '--output', 'yaml'], says: 'Allowed choices are json, text' },
  { id: '--json with a value', args: ['usage', '--json=yaml'], says: "unknown option '--json=yaml'" },
  {
    id: 'a newer configuration',
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
  { id: 'a server under a path', args: ['login', '--with-key', '--name', '../x'], says: 'is not a name for a server' },
  {
    id: 'a broken configuration',
    args: ['usage'],
    env: { XDG_CONFIG_HOME: FILE('broken'), SOCIAL_API_KEY: API_KEY },
    says: 'is not valid JSON',
  },
  { id: 'no scheme', args: ['usage', '--base-url', 'social.example'], says: 'must begin with https://' },
  { id: 'another scheme', args: ['usage', '--base-url', 'ftp://social.example'], says: 'must begin with https://' },
  { id: 'http to another machine', args: ['usage', '--base-url', 'http://192.0.2.1'], says: 'add --insecure' },
  { id: 'a media file that is not there', args: ['post', 'hi', ...to, '--media', './a.jpg'], says: 'There is no file' },
  { id: 'a media file that is a folder', args: ['post', 'hi', ...to, '--media', '/'], says: 'is not a file' },
  { id: 'media of another scheme', args: ['post', 'hi', ...to, '--media', 'ftp://x/a.jpg'], says: 'path of a file' },
  { id: 'a description without media', args: ['post', 'hi', ...to, '--alt', 'x'], says: 'after the --media' },
  { id: 'a setting without value', args: ['post', 'hi', ...to, '--meta', 'title'], says: 'is not key=value' },
  { id: 'a key that no header takes', args: ['post', 'hi', ...to, '--key', 'é'], says: 'printable ASCII' },
  { id: '--key with --again', args: ['post', 'hi', ...to, '--key', 'k', '--again'], says: '--again makes a new key' },
  { id: 'an invalid id', args: ['post', 'show', '../x'], says: 'is not the id of a post' },
  {
    id: 'resolve without an answer',
    args: ['post', 'resolve', 'x', 'profnet'],
    says: '--published ID or --not-published',
  },
  {
    id: 'taking back from an unknown platform',
    args: ['post', 'unpublish', '0192f3c1-7c1e', '--platform', 'profnett', '--yes'],
    says: 'did you mean profnet',
  },
  {
    id: 'taking back from an empty list',
    args: ['post', 'unpublish', '0192f3c1-7c1e', '--platform', 'profnet,', '--yes'],
    says: 'has an empty entry',
  },
  { id: 'login without a terminal', args: ['login'], says: 'There is no terminal to sign in from' },
  { id: 'two ways to sign in', args: ['login', '--with-key', '--no-browser'], says: 'not both' },
  { id: 'login with something else', args: ['login', '--with-key'], stdin: 'hello there', says: 'is not an API key' },
];

describe('wrong usage ends with 2, says why on stderr and sends nothing', () => {
  it.each(CASES)('$id', async ({ args, says, env = {}, stdin }) => {
    const place = (value: string) => value.replace('{dir}', directory.path);
    const placed = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, place(value ?? '')]));
    const result = await server.social(args.map(place), { env: placed, stdin });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(says);
    expect(result.stderr).not.toMatch(/\n\s+at |sk_live_sp/);
    expect(server.seen).toEqual([]);
  });

  it.each([['--json'], ['--output', 'json'], ['--output=json']])(
    'says it as JSON when asked to: %s %s',
    async (...flags) => {
      const result = await server.program(['post', 'hi', ...flags]);
      expect(JSON.parse(result.stderr)).toEqual({
        error: { code: 'usage', message: expect.stringContaining('Say where to publish'), requestId: null },
      });
    },
  );

  it('takes no flag after --', async () => {
    const result = await server.program(['post', '--to', 'nowhere', '--', '--json']);
    expect(result.stderr).toMatch(/^Error: "nowhere" is not a platform/);
  });
});
