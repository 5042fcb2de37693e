import { mediaAddressExpiry } from '@social/rules';

/** Returns true for the expired address of a stored file. The server renews addresses as long as it has the file. */
export function hasExpired(url: string): boolean {
  const expiry = mediaAddressExpiry(url);
  return expiry !== null && expiry <= Date.now();
}
