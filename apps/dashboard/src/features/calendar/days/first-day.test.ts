import { expect, it } from 'vitest';
import { firstDayOfWeek } from './first-day.ts';

it('begins a week as people do where the language is spoken', () => {
  expect(firstDayOfWeek('de-DE')).toBe(1);
  expect(firstDayOfWeek('en-GB')).toBe(1);
  expect(firstDayOfWeek('en-US')).toBe(0);
  expect(firstDayOfWeek('ar-EG')).toBe(6);
});

it('begins a week on Monday where the browser cannot say', () => {
  const { Locale } = Intl;
  Object.assign(Intl, { Locale: class {} });
  try {
    expect(firstDayOfWeek('en-US')).toBe(1);
  } finally {
    Object.assign(Intl, { Locale });
  }
});
