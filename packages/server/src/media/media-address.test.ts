import { describe, expect, test } from 'vitest';
import { mediaUrlProblem } from './fetch/media-url.ts';
import { createMediaAddresses } from './media-address.ts';

const SHA256 = 'ab'.repeat(32);
const FILE = { sha256: SHA256, contentType: 'video/mp4' };
const DAY_MS = 24 * 3_600_000;

function addresses(baseUrl: string, allowLoopback = false) {
  const clock = { instant: 1_800_000_000_000, now: () => clock.instant, elapsed: () => 0 };
  return { clock, ...createMediaAddresses({ secret: 'secret', baseUrl, clock, allowLoopback }) };
}

const partsOf = (url: string) => new URL(url).pathname.split('/').slice(2) as [string, string];

test('verifies an address for a day', () => {
  const { addressOf, verify, clock } = addresses('https://social.example.org');
  const parts = partsOf(addressOf(FILE));
  expect(parts[1]).toBe(`${SHA256}.mp4`);
  clock.instant += DAY_MS - 1;
  expect(verify(...parts)).toBe(SHA256);
  clock.instant += 1;
  expect(verify(...parts)).toBeNull();
});

test('refuses an address signed with another secret', () => {
  const { addressOf, clock } = addresses('https://social.example.org');
  const baseUrl = 'https://social.example.org';
  const other = createMediaAddresses({ secret: 'other', baseUrl, clock, allowLoopback: false });
  expect(other.verify(...partsOf(addressOf(FILE)))).toBeNull();
});

test.each([
  ['https://social.example.org', false, true],
  ['https://93.184.216.34', false, true],
  ['http://social.example.org', false, false],
  ['https://social.internal', false, false],
  ['https://media', false, false],
  ['https://10.0.0.5', false, false],
  ['https://[fd00::1]', false, false],
  ['http://127.0.0.1:8787', false, false],
  ['http://127.0.0.1:8787', true, true],
  ['https://localhost', false, false],
])('tells whether networks reach %s, with media from loopback %s: %s', (baseUrl, allowLoopback, isReached) => {
  expect(addresses(baseUrl, allowLoopback).publicAddressOf(FILE) !== null).toBe(isReached);
});

describe('the file of an address', () => {
  const { ownFileOf } = addresses('http://127.0.0.1:8787');
  const policy = { allowLoopback: false, ownFileOf };

  test.each([
    [`http://127.0.0.1:8787/media/x/${SHA256}.png`, SHA256],
    [`http://localhost:8787/media/x/${SHA256}.png`, SHA256],
    [`http://127.0.0.1:8788/media/x/${SHA256}.png`, null],
    [`https://example.org/media/x/${SHA256}.png`, null],
    [`http://127.0.0.1:8787/media/${SHA256}.png`, null],
    [`http://127.0.0.1:8787/media/x/y/${SHA256}.png`, null],
    [`http://127.0.0.1:8787/media/x/${SHA256}.png?a=b`, null],
    [`http://127.0.0.1:8787/media/x/${SHA256.slice(1)}.png`, null],
    ['http://127.0.0.1:8787/metrics', null],
  ])('reads the file that %s names: %s', (url, sha256) => {
    expect(ownFileOf(url)).toBe(sha256);
  });

  test('is found by the signature of an address with a former base URL', () => {
    const before = addresses('https://old.example.org');
    const url = before.addressOf(FILE);
    expect(ownFileOf(url)).toBe(SHA256);
    expect(ownFileOf(url.replace('.mp4', '.mov'))).toBeNull();
  });

  test('may be on a port that other addresses must not have', () => {
    expect(mediaUrlProblem(`http://127.0.0.1:8787/media/x/${SHA256}.png`, policy)).toBeNull();
    expect(mediaUrlProblem('http://127.0.0.1:8787/metrics', policy)).toContain('ports 80 or 443');
  });
});
