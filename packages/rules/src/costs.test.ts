import { expect, it } from 'vitest';
import { actionCost, postCost } from './costs.ts';

it('costs what the contract says', () => {
  expect(postCost('microblog')).toBe(3);
  expect(postCost('profnet')).toBe(1);
  expect(actionCost('microblog', 'directMessage')).toBe(2);
  expect(actionCost('microblog', 'readTimeline')).toBe(0);
  expect(actionCost('profnet', 'reshare')).toBe(1);
});
