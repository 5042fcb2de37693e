import { expect, it } from 'vitest';
import type { TimedEntry } from '../entries/entry.ts';
import { placeDay } from './overlaps.ts';

function at(hour: number, minute: number): TimedEntry {
  const author = { kind: 'user' as const, id: 'u1', name: 'ada@example.com' };
  const made = '2026-10-01T09:00:00.000Z';
  const shared = { text: 'Hello', profile: 'default', platforms: [] };
  const draft = { ...shared, id: 'd1', status: 'draft' as const, url: '/drafts/d1', missing: [], writtenBy: author };
  return {
    ...shared,
    id: `${hour}:${minute}`,
    of: { kind: 'draft', draft: { ...draft, createdAt: made, updatedAt: made } },
    at: new Date(2026, 9, 20, hour, minute),
    state: 'draft',
    media: [],
    href: '/write?draft=d1',
  };
}

function slot(hour: number, minute: number) {
  return { at: new Date(2026, 9, 20, hour, minute), profileId: 'p1', profile: 'default', profileName: null };
}

function placesOf(...entries: TimedEntry[]): Record<string, string[]> {
  const places = [...placeDay(entries, []).entries].map(([cell, placed]) => [
    cell.slice(-2),
    placed.map((place) => `${place.minute} ${place.width} ${place.entries.length}`),
  ]);
  return Object.fromEntries(places);
}

it('gives an entry the width of its day, at its minute', () => {
  expect(placesOf(at(9, 5), at(9, 45), at(23, 59))).toEqual({
    '09': ['5 whole 1', '45 whole 1'],
    '23': ['59 whole 1'],
  });
});

it('puts two that overlap side by side, also across the hour', () => {
  expect(placesOf(at(9, 45), at(10, 15))).toEqual({ '09': ['45 first 1'], '10': ['15 second 1'] });
});

it('shows the first of more, and the number of the others', () => {
  expect(placesOf(at(9, 0), at(9, 0), at(9, 10), at(9, 20), at(9, 50))).toEqual({
    '09': ['0 wide 1', '0 narrow 3', '50 whole 1'],
  });
});

it('loses none of a crowded day', () => {
  const entries = Array.from({ length: 200 }, (_, n) => at(Math.floor(n / 20), (n % 20) * 3));
  const placed = [...placeDay(entries, []).entries.values()].flat();
  expect(placed.flatMap((place) => place.entries.map(({ id }) => id)).toSorted()).toEqual(
    entries.map(({ id }) => id).toSorted(),
  );
  expect(placed.length, 'two for each time that an entry covers').toBeLessThanOrEqual(32);
});

it('shows a free slot beside an entry that covers its time, and not where two do', () => {
  const slots = [slot(8, 0), slot(9, 10), slot(14, 10)];
  const placed = placeDay([at(9, 0), at(14, 0), at(14, 5)], slots);
  const shown = [...placed.slots.values()].flat().map(({ minute, width }) => `${minute} ${width}`);
  expect(shown).toEqual(['0 whole', '10 second']);
  expect(placed.entries.get('2026-10-20T09')?.map(({ width }) => width)).toEqual(['first']);
});
