import { expect, test } from 'vitest';
import { expectCost } from '../../testkit/src/run/linear-time.ts';
import { byNearness, nearest } from './nearest.ts';

const FIELDS = 'text thread platforms mediaUrls media scheduledFor ifPast dryRun profile meta'.split(' ');

test.each([
  ['scheduleFor', 'scheduledFor'],
  ['scheduled_for', 'scheduledFor'],
  ['schedule', 'scheduledFor'],
  ['txt', 'text'],
  ['TEXT', 'text'],
  ['metdia', 'media'],
  ['platform', 'platforms'],
  ['mediaUrl', 'mediaUrls'],
  ['mediaurls', 'mediaUrls'],
  ['dryrun', 'dryRun'],
])('%s was probably %s', (given, name) => {
  expect(nearest(given, FIELDS)).toBe(name);
});

test.each(['id', 'x', '', 'balance', '__proto__', 'constructor'])('%j matches no name', (given) => {
  expect(nearest(given, FIELDS)).toBeUndefined();
});

test('a longer name is recognised by its beginning', () => {
  expect(nearest('altText', ['url', 'alt'])).toBe('alt');
});

test('a name of a quarter of a million letters is compared with none', async () => {
  const long = 'q'.repeat(250_000);
  expect(nearest(long, FIELDS)).toBeUndefined();
  await expectCost(
    () => nearest(long, FIELDS),
    1,
    () => byNearness(long.slice(0, 25_000), FIELDS, (name) => name),
  );
});

test('things are put in the order of their nearness', () => {
  expect(byNearness('1.4.1', ['2.0.0', '1.4.0', '1.4.11'], (name) => name)).toEqual(['1.4.0', '1.4.11', '2.0.0']);
});
