import type { NetworkId } from '../world/network-ids.ts';

/** What a visitor chose to see. */
export interface Selection {
  readonly network?: NetworkId;
  /** Also the posts that were there from the start. */
  readonly seeded: boolean;
}

/** A link back to the page with another selection. */
export function pageLink({ network, seeded }: Selection): string {
  const query = new URLSearchParams({ ...(network && { network }), ...(seeded && { seeded: 'true' }) }).toString();
  return query === '' ? '/' : `/?${query}`;
}
