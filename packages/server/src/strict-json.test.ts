import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectLinear } from '../../testkit/src/run/linear-time.ts';
import { parseJson } from './strict-json.ts';

test('reads every JSON document as JSON.parse does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/\\u0000|\\ud[89a-f]/i.test(text));
      expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['{"a":1,"a":2}', 'twice'],
  ['{"a":1,"\\u0061":2}', 'twice'],
  ['{"x":{"b":1 , "b" :2}}', 'twice'],
  ['{"a":"\\u0000"}', 'NUL'],
  ['{"a":"\\ud800"}', 'surrogate'],
  ['{"\\udc00":1}', 'surrogate'],
  ['{"a":1e400}', 'too large'],
  ['{"a":[-1E+0400]}', 'too large'],
  [`{"a":${'9'.repeat(250)}e60}`, 'too large'],
  [`{"a":${'9'.repeat(309)}}`, 'too large'],
  [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'deeper'],
  ['['.repeat(30_000), 'not valid JSON'],
  ['{"a":', 'not valid JSON'],
  ["{'a':1}", 'not valid JSON'],
  ['{"a":NaN}', 'not valid JSON'],
  ['{"a":1} // no', 'not valid JSON'],
])('refuses %.40s because of %s', (text, reason) => {
  expect(() => parseJson(Buffer.from(text))).toThrow(reason);
});

test('refuses invalid UTF-8 and accepts a byte order mark', () => {
  expect(() => parseJson(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toThrow('UTF-8');
  expect(parseJson(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 });
});

test('accepts equal names in different objects and names inside text', () => {
  const text = '[{"a":1},{"a":2},{"b":"\\"a\\":1,\\"a\\":2","a":"b"}]';
  expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
});

test('keeps the name __proto__ as a plain field', () => {
  const parsed = parseJson(Buffer.from('{"__proto__":{"isAdmin":true}}')) as object;
  expect(Object.hasOwn(parsed, '__proto__')).toBe(true);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test.each(['', '{"a":"'])('refuses %j and open quotes in linear time', async (head) => {
  await expectLinear(
    (length) => Buffer.from(head + '\\"'.repeat(length / 2)),
    (text) => expect(() => parseJson(text)).toThrow('not valid JSON'),
    260_000,
  );
});
