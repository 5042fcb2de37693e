import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../platform-error.ts';
import { readServerHost } from './server-host.ts';

const read = (typed: string, allowLoopback = false) =>
  readServerHost(typed, { platform: 'mastodon', field: 'host', allowLoopback });

function refusalOf(typed: string, allowLoopback = false): string {
  try {
    return expect.fail(`took ${read(typed, allowLoopback)}`);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
    return error.message;
  }
}

describe('the host that a user types', () => {
  it.each([
    ['fosstodon.org', 'https://fosstodon.org'],
    [' Fosstodon.ORG. ', 'https://fosstodon.org'],
    ['ada@fosstodon.org', 'https://fosstodon.org'],
    ['@ada@social.fosstodon.org', 'https://social.fosstodon.org'],
    ['https://fosstodon.org/@ada', 'https://fosstodon.org'],
    ['http://fosstodon.org?x#y', 'https://fosstodon.org'],
    ['xn--mnchen-3ya.de', 'https://xn--mnchen-3ya.de'],
  ])('%j leads to %s', (typed, origin) => expect(read(typed)).toBe(origin));

  it.each([
    ['', 'not the name of a server'],
    ['   ', 'not the name of a server'],
    ['fosstodon', 'not a whole name'],
    ['localhost', 'not a whole name'],
    ['127.0.0.1', 'IP address'],
    ['127.1', 'IP address'],
    ['0x7f.1', 'IP address'],
    ['0177.0.0.01', 'IP address'],
    ['2130706433', 'IP address'],
    ['[::1]', 'IP address'],
    ['[::ffff:10.0.0.1]', 'IP address'],
    ['8.8.8.8.', 'IP address'],
    ['fosstodon.org:443', 'has a port'],
    ['https://fosstodon.org:8443/@ada', 'has a port'],
    ['user:secret@fosstodon.org:80', 'name or password'],
    ['https://user:secret@fosstodon.org', 'name or password'],
    ['printer.local', 'private name'],
    ['app.internal', 'private name'],
    ['router.lan', 'private name'],
    ['x.localhost', 'private name'],
    ['social.example', 'private name'],
    ['a.onion', 'private name'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['fоsstodon.org', 'xn--fsstodon-nbh.org'],
    ['ｆosstodon.org', 'fosstodon.org'],
    ['fosstodon。org', 'fosstodon.org'],
    ['foss todon.org', 'not the name of a server'],
    ['fosstodon.org\n', 'https'],
    ['foss_todon.org', 'not the name of a server'],
    ['-a.org', 'not the name of a server'],
    ['a..org', 'not the name of a server'],
    ['fosstodon.org/api', 'not the name of a server'],
    ['fosstodon.org@evil.org@x.org', 'name or password'],
    ['fosstodon.org\\.evil.org', 'not the name of a server'],
    ['%66osstodon.org', 'not the name of a server'],
    ['ftp://fosstodon.org', 'has a port'],
    [`${'a'.repeat(64)}.org`, 'not the name of a server'],
    [`${'a.'.repeat(130)}org`, 'not the name of a server'],
  ])('%j is refused or read as what it is', (typed, expected) => {
    if (expected === 'https') return expect(read(typed)).toBe('https://fosstodon.org');
    return expect(refusalOf(typed)).toContain(expected);
  });

  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])('%s is this machine where it is allowed', (typed) => {
    expect(read(typed, true)).toBe(`http://${typed}`);
    expect(refusalOf(typed)).toContain('host: ');
  });

  it.each(['127.0.0.2:80', '10.0.0.1', 'localhost.evil.org:1', 'localhost:99999999'])(
    '%s is not this machine, even where that is allowed',
    (typed) => expect(refusalOf(typed, true)).toContain('host: '),
  );

  it('is never anything but a name, whatever is typed', () => {
    const piece = fc.constantFrom('a', 'org', '.', '@', ':', '/', '1', '[', ']', '0x', '%', '\\', ' ', 'é', 'https://');
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 12 }), (pieces) => {
        try {
          const origin = read(pieces.join(''));
          expect(new URL(origin).origin).toBe(origin);
          expect(origin).toMatch(/^https:\/\/([a-z0-9-]+\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/);
        } catch (error) {
          if (!(error instanceof PlatformError)) throw error;
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
