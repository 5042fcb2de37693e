/** The id of every simulated network, which is also its path prefix, in the order in which pages show them. */
export const networkIds = [
  'x',
  'linkedin',
  'youtube',
  'tiktok',
  'facebook',
  'instagram',
  'telegram',
  'discord',
] as const;

/** A simulated network's id. */
export type NetworkId = (typeof networkIds)[number];

/** Returns true when a value from outside names a simulated network. */
export function isNetworkId(value: unknown): value is NetworkId {
  return networkIds.some((id) => id === value);
}
