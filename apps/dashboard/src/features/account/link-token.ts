import { useState } from 'react';

/** Reads the token of a mailed link. It stands after `#`, which browsers send to no server. */
export function useLinkToken(): string | null {
  const [token] = useState(() => /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? null);
  return token;
}
