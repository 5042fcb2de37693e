import { discordSeed } from '../networks/discord/seed.ts';
import { facebookSeed } from '../networks/facebook/seed.ts';
import { instagramSeed } from '../networks/instagram/seed.ts';
import { linkedinSeed } from '../networks/linkedin/seed.ts';
import { telegramSeed } from '../networks/telegram/seed.ts';
import { tiktokSeed } from '../networks/tiktok/seed.ts';
import { xSeed } from '../networks/x/seed.ts';
import { youtubeSeed } from '../networks/youtube/seed.ts';
import type { NetworkId } from './network-ids.ts';

/** Ids of the accounts and posts that every fresh sandbox holds, by network. They never change. */
export const sandboxSeed = {
  x: xSeed,
  linkedin: linkedinSeed,
  youtube: youtubeSeed,
  tiktok: tiktokSeed,
  facebook: facebookSeed,
  instagram: instagramSeed,
  telegram: telegramSeed,
  discord: discordSeed,
} as const satisfies Record<NetworkId, object>;
