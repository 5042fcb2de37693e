import { expect, test } from 'vitest';
import { nextReading } from './reading-days.ts';

const DAY_MS = 24 * 3_600_000;
const publishedAt = '2026-11-20T09:00:00.000Z';
const id = '0192f3c1-7c1e-7b3a-9f00-3f1d2c4b8000';

test('a post is read seven times, a day apart, and then no more', () => {
  const readings: string[] = [];
  for (let now = Date.parse(publishedAt); ; now = Date.parse(readings.at(-1) ?? '')) {
    const next = nextReading(id, publishedAt, now);
    if (next === null) break;
    readings.push(next);
  }
  expect(readings).toHaveLength(7);
  expect(readings[0]).toBe('2026-11-21T10:00:00.000Z');
  expect(readings[6]).toBe('2026-11-27T10:00:00.000Z');
});

test('days on which the server did not run are not made up for', () => {
  const late = Date.parse(publishedAt) + 4.5 * DAY_MS;
  expect(nextReading(id, publishedAt, late)).toBe('2026-11-25T10:00:00.000Z');
  expect(nextReading(id, publishedAt, late + 5 * DAY_MS)).toBeNull();
});

test('posts of the same moment are read over two hours', () => {
  const at = ['0000', '4000', 'ffff'].map((end) => nextReading(id.slice(0, -4) + end, publishedAt, 0));
  expect(at).toEqual(['2026-11-21T09:00:00.000Z', '2026-11-21T09:30:00.000Z', '2026-11-21T10:59:59.890Z']);
});
