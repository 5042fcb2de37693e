import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commandWithKey } from './shell.ts';

it.each([
  [['post', 'hi', '--to', 'a,b'], 'social post hi --to a,b --key k1'],
  [['post', "it's", '--key', 'old'], "social post 'it'\\''s' --key k1"],
  [['post', 'hi', '--key=old', '--again'], 'social post hi --key k1'],
  [['post', '--to', 'a', '--', '--again'], 'social post --to a --key k1 -- --again'],
  [['post', ''], "social post '' --key k1"],
])('repeats %j with the key', (argv, line) => {
  expect(commandWithKey(argv, 'k1')).toBe(line);
});

it('quotes so that a shell hands over the same words', () => {
  const words = ['a b', '$(rm x)', '`id`', "it's", 'new\nline', 'tab\there', 'back\\slash\n', '"quoted"', '*', '~'];
  const line = commandWithKey(words, 'k1').replace(/^social/, "printf '%s\\0'");
  const printed = execFileSync('bash', ['-c', line], { encoding: 'utf8' });
  expect(printed.split('\0').slice(0, -1)).toEqual([...words, '--key', 'k1']);
});
