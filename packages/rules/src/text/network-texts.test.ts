import { describe, expect, it } from 'vitest';
import { fitText } from '../fit/fit-text.ts';
import { dependsOnNetwork, measureText } from './count-text.ts';

const telegram = { network: 'telegram', besideMedia: true };
const discord = { network: 'discord' };

describe('text of a platform with several networks', () => {
  it.each([
    ['an unknown network', {}, 4096, 1200],
    ['a network without a lower limit', { network: 'telegram' }, 4096, 1200],
    ['the same, with files', telegram, 1024, 1200],
    ['a network that takes less, and counts formatting characters twice', discord, 2000, 2400],
    ['the same, with files', { ...discord, besideMedia: true }, 2000, 2400],
    ['one that is not known', { network: '__proto__' }, 4096, 1200],
  ])('is counted as %s counts it', (_name, place, max, count) => {
    expect(measureText('chatbot', '*'.repeat(1200), place)).toEqual({ count, max, over: Math.max(0, count - max) });
  });

  it('is shortened for the place where it stands', () => {
    const text = 'a *word* '.repeat(400);
    for (const [place, max] of [
      [telegram, 1024],
      [discord, 2000],
      [{ network: 'telegram' }, 4096],
    ] as const) {
      const fitted = fitText('chatbot', text, place);
      const { count, over } = measureText('chatbot', fitted, place);
      expect(over).toBe(0);
      expect(Math.min(fitted.length, count)).toBeGreaterThan(Math.min(max, text.length) * 0.7);
    }
  });

  it.each([
    ['a short one', 'short', true, false],
    ['one that only files make too long', 'x'.repeat(1025), true, true],
    ['the same without files', 'x'.repeat(1025), false, false],
    ['one that only formatting makes too long', '_'.repeat(1001), false, true],
  ])('depends on the network: %s', (_name, text, besideMedia, depends) => {
    expect(dependsOnNetwork('chatbot', [text], besideMedia)).toBe(depends);
  });

  it('never does where there is one network', () => {
    expect(dependsOnNetwork('profnet', ['x'.repeat(9_000)], true)).toBe(false);
  });

  it('depends on the account where subscribers write longer ones', () => {
    expect(dependsOnNetwork('microblog', ['x'.repeat(280)], true)).toBe(false);
    expect(dependsOnNetwork('microblog', ['short', 'x'.repeat(281)], true)).toBe(true);
  });
});
