import type { NetworkId } from '../world/network-ids.ts';
import { blueskySeed } from './bluesky/seed-values.ts';
import { discordSeed } from './discord/seed.ts';
import { facebookSeed } from './facebook/seed.ts';
import { instagramSeed } from './instagram/seed.ts';
import { linkedinSeed } from './linkedin/seed.ts';
import { mastodonSeed } from './mastodon/seed.ts';
import { telegramSeed } from './telegram/seed.ts';
import { tiktokSeed } from './tiktok/seed.ts';
import { xSeed } from './x/seed.ts';
import { youtubeSeed } from './youtube/seed.ts';

/** Ids of the accounts and posts in every fresh sandbox, by network. The ids never change. */
export const sandboxSeed = {
  x: xSeed,
  linkedin: linkedinSeed,
  youtube: youtubeSeed,
  tiktok: tiktokSeed,
  facebook: facebookSeed,
  instagram: instagramSeed,
  telegram: telegramSeed,
  discord: discordSeed,
  mastodon: mastodonSeed,
  bluesky: blueskySeed,
} as const satisfies Record<NetworkId, object>;
