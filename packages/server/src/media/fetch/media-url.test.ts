import { expect, test } from 'vitest';
import { mediaUrlProblem, shownName } from './media-url.ts';

test.each([
  '',
  'a b',
  'foo',
  '//host/x',
  'file:///etc/passwd',
  'ftp://example.com/a.png',
  'javascript:alert(1)',
  'gopher://example.com/',
  'ws://example.com/',
  'http://user:secret@example.com/',
  'http://example.com:0/',
  'http://example.com:22/',
  'http://example.com:65536/',
  `https://example.com/${'a'.repeat(2048)}`,
  'http:\\\\127.0.0.1\\',
  'https:example.com',
  'https:///example.com',
])('refuses %.60j', (text) => {
  expect(mediaUrlProblem(text, { allowLoopback: false })).not.toBeNull();
});

test.each([
  'https://example.com/a.png',
  'http://example.com:80/a',
  'https://example.com:443/a?b=c#d',
  'HTTPS://EXAMPLE.COM/',
])('accepts %s', (text) => {
  expect(mediaUrlProblem(text, { allowLoopback: false })).toBeNull();
});

test('allows other ports on this machine only, and only with a sandbox', () => {
  expect(mediaUrlProblem('http://127.0.0.1:9000/a.png', { allowLoopback: true })).toBeNull();
  expect(mediaUrlProblem('http://127.0.0.1:9000/a.png', { allowLoopback: false })).not.toBeNull();
  expect(mediaUrlProblem('http://example.com:9000/a.png', { allowLoopback: true })).not.toBeNull();
});

test('does not show the address of a stored file, which opens the file', () => {
  const address = `https://social.example.com/media/AaICyJzhw9ffrwjMUPyHAZ/${'6a'.repeat(32)}.mp4`;
  expect(shownName(address)).toBe('the uploaded file');
});
