import { expect, test } from 'vitest';
import { hasExpired } from './stored-files.ts';

const HOUR_MS = 3_600_000;

/** Returns the address of a stored file that expires this many hours from now. */
function addressFor(hours: number): string {
  const signature = Buffer.alloc(26);
  signature.writeUIntBE(Date.now() + hours * HOUR_MS, 0, 6);
  return `https://social.example/media/${signature.toString('base64url')}/${'0a'.repeat(32)}.png`;
}

test('the address of a stored file has expired some hours after its time, since clocks of devices may be fast', () => {
  expect([addressFor(1), addressFor(-1), addressFor(-3)].map(hasExpired)).toEqual([false, false, true]);
  expect(hasExpired('https://files.example/a.png')).toBe(false);
});
