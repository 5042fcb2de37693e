import type { NetworkId } from '../world/network-ids.ts';

/** The posts that a visitor chose to see. */
export interface Selection {
  readonly network?: NetworkId;
  /** Includes the seeded posts. */
  readonly seeded: boolean;
}

/** The link to the page with a selection. */
export function pageLink({ network, seeded }: Selection): string {
  const query = new URLSearchParams({ ...(network && { network }), ...(seeded && { seeded: 'true' }) }).toString();
  return query === '' ? '/' : `/?${query}`;
}
