import { describe, expect, test } from 'vitest';
import { mediaAddressExpiry } from './media-address.ts';

describe('the expiry of the address of a stored file', () => {
  test('is read from its signature', () => {
    const expiry = Buffer.alloc(26, 7);
    expiry.writeUIntBE(1_798_761_599_999, 0, 6);
    const url = `https://social.example/media/${expiry.toString('base64url')}/${'0a'.repeat(32)}.png`;
    expect(mediaAddressExpiry(url)).toBe(1_798_761_599_999);
  });

  test.each([
    'https://social.example/logo.png',
    `https://social.example/media/${'0a'.repeat(32)}.png`,
    'not an address',
  ])('is unknown for %s', (url) => {
    expect(mediaAddressExpiry(url)).toBeNull();
  });
});
