import { expect, test } from 'vitest';
import { outcomeOf, previewOutcomeOf, type Result } from './outcome.ts';

const gone = { state: 'published', removedAt: '2026-11-20T14:02:11.204Z' } as const;

type Post = Parameters<typeof outcomeOf>[0];
type State = Post['platformResults'][string]['state'];

const settled = (...states: State[]): Post => ({
  status: 'published',
  platformResults: Object.fromEntries(states.map((state, index) => [String(index), { state }])),
});

test.each([
  ['published', settled('published', 'published')],
  ['partial', settled('published', 'failed')],
  ['failed', settled('failed', 'failed')],
  ['unknown', settled('published', 'failed', 'unknown')],
  ['pending', { ...settled('published', 'unknown', 'sending'), status: 'publishing' }],
  ['scheduled', { status: 'scheduled', platformResults: {} }],
  ['missed', { ...settled('missed'), status: 'missed' }],
  ['canceled', { ...settled('canceled'), status: 'canceled' }],
] satisfies [string, Post][])('the outcome is %s', (outcome, post) => {
  expect(outcomeOf(post)).toBe(outcome);
});

test('a thread of which one part is out is partly published', () => {
  const thread = { state: 'failed' as const, parts: [part('published'), part('failed')] };
  expect(outcomeOf({ status: 'published', platformResults: { microblog: thread } })).toBe('partial');
});

test.each([
  ['unpublished', [gone, gone]],
  ['unpublished', [gone, { state: 'failed' }]],
  ['published', [gone, { state: 'published' }]],
  ['partial', [gone, { state: 'published' }, { state: 'failed' }]],
  ['unknown', [gone, { state: 'unknown' }]],
] satisfies [string, Result[]][])('a post is %s after a removal: %j', (outcome, results) => {
  const platformResults = Object.fromEntries(results.map((result, index) => [String(index), result]));
  expect(outcomeOf({ status: 'published', platformResults })).toBe(outcome);
});

test('a thread is taken back with the last of its parts', () => {
  const removedAt = '2026-11-20T14:02:11.204Z';
  const parts = [part('published'), { ...part('published'), removedAt }];
  const of = (all: typeof parts) => ({
    status: 'published' as const,
    platformResults: { microblog: { state: 'published' as const, parts: all } },
  });
  expect(outcomeOf(of(parts))).toBe('published');
  expect(outcomeOf(of(parts.map((one) => ({ ...one, removedAt }))))).toBe('unpublished');
});

test.each([
  ['ready', [true, true], 4],
  ['problem', [true, false], 4],
  ['problem', [true, true], 3],
] as const)('a dry run is %s with the results %j and %i credits', (outcome, results, available) => {
  const tried = results.map((ok) => ({ ok }));
  expect(previewOutcomeOf(tried, { needed: 4, available })).toBe(outcome);
});

function part(state: State) {
  return { part: 1, ok: state === 'published', state, credits: 0 };
}
