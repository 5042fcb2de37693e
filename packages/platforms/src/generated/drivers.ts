// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
import { network as x } from '../microblog/x/driver.ts';
import { network as linkedin } from '../profnet/linkedin/driver.ts';
import { network as youtube } from '../video/youtube/driver.ts';
import { network as tiktok } from '../shortvideo/tiktok/driver.ts';
import { network as facebook } from '../socialnet/facebook/driver.ts';
import { network as instagram } from '../photonet/instagram/driver.ts';
import { network as instagramFacebook } from '../photonet/instagram-facebook/driver.ts';
import { network as telegram } from '../chatbot/telegram/driver.ts';
import { network as discord } from '../chatbot/discord/driver.ts';
import { network as mastodon } from '../mastodon/driver.ts';
import { network as bluesky } from '../bluesky/driver.ts';

export const DRIVERS = {
  'x': x,
  'linkedin': linkedin,
  'youtube': youtube,
  'tiktok': tiktok,
  'facebook': facebook,
  'instagram': instagram,
  'instagram-facebook': instagramFacebook,
  'telegram': telegram,
  'discord': discord,
  'mastodon': mastodon,
  'bluesky': bluesky,
};
