import { expect, it } from 'vitest';
import { offsetInWords } from './local-time.ts';

it('says how far a zone is from UTC', () => {
  expect(offsetInWords(new Date('2026-12-01T08:00:00Z'), 'Europe/Berlin')).toBe('UTC+01:00');
  expect(offsetInWords(new Date('2026-07-01T08:00:00Z'), 'Europe/Berlin')).toBe('UTC+02:00');
  expect(offsetInWords(new Date('2026-07-01T08:00:00Z'), 'America/St_Johns')).toBe('UTC−02:30');
  expect(offsetInWords(new Date('2026-07-01T08:00:00Z'), 'UTC')).toBe('UTC+00:00');
});
