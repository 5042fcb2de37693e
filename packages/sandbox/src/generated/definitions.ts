// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
import { network as x } from '../networks/x/network.ts';
import { network as linkedin } from '../networks/linkedin/network.ts';
import { network as youtube } from '../networks/youtube/network.ts';
import { network as tiktok } from '../networks/tiktok/network.ts';
import { network as facebook } from '../networks/facebook/network.ts';
import { network as instagram } from '../networks/instagram/network.ts';
import { network as telegram } from '../networks/telegram/network.ts';
import { network as discord } from '../networks/discord/network.ts';
import { network as mastodon } from '../networks/mastodon/network.ts';
import { network as bluesky } from '../networks/bluesky/network.ts';

export const definitions = {
  'x': x,
  'linkedin': linkedin,
  'youtube': youtube,
  'tiktok': tiktok,
  'facebook': facebook,
  'instagram': instagram,
  'telegram': telegram,
  'discord': discord,
  'mastodon': mastodon,
  'bluesky': bluesky,
};
