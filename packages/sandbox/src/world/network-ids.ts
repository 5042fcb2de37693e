/** Each simulated network's id, which is also its path prefix, and its name, in the order in which pages show them. */
export const networkNames = {
  x: 'X',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  instagram: 'Instagram',
  telegram: 'Telegram',
  discord: 'Discord',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
} as const;

/** A simulated network's id. */
export type NetworkId = keyof typeof networkNames;

/** Every simulated network's id, in the order in which pages show them. */
export const networkIds = Object.keys(networkNames) as readonly NetworkId[];

/** Returns true when a value from outside is the id of a simulated network. */
export function isNetworkId(value: unknown): value is NetworkId {
  return networkIds.some((id) => id === value);
}
