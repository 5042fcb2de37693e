import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../store/database/open.ts';
import { createLimiters } from './limiters.ts';
import { createRateLimits } from './rate-limit.ts';

const MINUTE_MS = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'limits-'));
const db = openDatabase({ dialect: 'sqlite', path: join(folder, 'social.db') });
const newLimits = () => createRateLimits(300, createLimiters(db));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

const CLIENT = '203.0.113.5';

test('an address gets ten links for a new password within a day from one network, and wishes within five minutes count as one', async () => {
  const limits = newLimits();
  for (let span = 0; span < 10; span += 1) {
    for (const email of ['ada@example.com', 'Ada@Example.com']) await limits.countPasswordReset(CLIENT, email);
    vi.advanceTimersByTime(6 * MINUTE_MS);
  }
  await expect(limits.countPasswordReset(CLIENT, 'ADA@example.com')).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('10 links for a new password were asked for this address from here within a day'),
  });
  await expect(limits.countPasswordReset(CLIENT, 'other@example.com')).resolves.toBeUndefined();
  // Another client cannot be shut out by this one.
  await expect(limits.countPasswordReset('198.51.100.7', 'ada@example.com')).resolves.toBeUndefined();
  vi.advanceTimersByTime(24 * 60 * MINUTE_MS);
  await expect(limits.countPasswordReset(CLIENT, 'ada@example.com')).resolves.toBeUndefined();
});

test('a workspace stores two thousand drafts within a day', async () => {
  const limits = newLimits();
  for (let count = 0; count < 2_000; count += 1) await limits.countDraft('one');
  await expect(limits.countDraft('one')).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('nothing was stored'),
  });
  await expect(limits.countDraft('another')).resolves.toBeTypeOf('function');
});
