import { expect, it } from 'vitest';
import { actionCost, deletionCost, postCost, undecidedCredits } from './costs.ts';

it('costs what the contract says', () => {
  expect(postCost('microblog')).toBe(3);
  expect(postCost('profnet')).toBe(1);
  expect(actionCost('microblog', 'directMessage')).toBe(2);
  expect(actionCost('microblog', 'readTimeline')).toBe(0);
  expect(actionCost('profnet', 'reshare')).toBe(1);
});

it('has a price for the deletion of a post only where programs can delete', () => {
  expect(deletionCost('microblog')).toBe(1);
  expect(deletionCost('chatbot')).toBe(1);
  expect(deletionCost('shortvideo')).toBeNull();
  expect([deletionCost('photonet', 'instagram-facebook'), deletionCost('photonet', 'instagram')]).toEqual([1, null]);
});

it('charges what is not known yet, part by part, once it turns out to be published', () => {
  const part = (state: 'published' | 'unknown' | 'pending', number: number) => ({
    ...{ part: number, ok: state === 'published', state, credits: 0 },
  });
  const thread = { state: 'unknown' as const, parts: [part('published', 1), part('unknown', 2), part('pending', 3)] };
  expect(undecidedCredits('microblog', thread)).toBe(3);
  expect(undecidedCredits('profnet', { state: 'unknown' })).toBe(1);
  expect(undecidedCredits('profnet', { state: 'failed' })).toBe(0);
});
