import { expect, it } from 'vitest';
import { untilQuotaResetMs } from './quota-reset.ts';

it.each([
  ['in winter', '2026-11-20T12:00:00.250Z', '2026-11-21T08:00:00.000Z'],
  ['in summer', '2026-07-01T06:59:59.000Z', '2026-07-01T07:00:00.000Z'],
  ['just after it', '2026-07-01T07:00:00.000Z', '2026-07-02T07:00:00.000Z'],
  ['on the short day of spring', '2026-03-08T09:00:00.000Z', '2026-03-09T07:00:00.000Z'],
  ['on the long day of autumn', '2026-11-01T08:00:00.000Z', '2026-11-02T08:00:00.000Z'],
])('the quota is new at midnight in California, %s', (_when, now, reset) => {
  expect(new Date(Date.parse(now) + untilQuotaResetMs(Date.parse(now))).toISOString()).toBe(reset);
});
