import type { DriverOptions, NetworkDriver } from '../../driver.ts';
import type { CentralDriver } from '../../network.ts';
import { createDiscordActions } from './actions.ts';
import { createDiscordCounters } from './counters.ts';
import { createDiscordCredential, createReadPicture } from './credential.ts';
import { discordOwnPosts } from './own-posts.ts';
import { createDiscordPublish } from './publish.ts';
import { checkSettings } from './settings.ts';

/** Addresses of Discord: one host for its API and for people. @see https://discord.com/developers/docs/reference */
const DISCORD_DEFAULTS = { apiUrl: 'https://discord.com', oauthUrl: 'https://discord.com' } as const;

/** Speaks through Discord's webhooks, which can write and delete, but list nothing. */
function createDiscordDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl } = { ...DISCORD_DEFAULTS, ...options };
  const isReal = apiUrl === DISCORD_DEFAULTS.apiUrl;
  const api = { apiUrl, oauthUrl, pictureUrl: isReal ? 'https://cdn.discordapp.com' : apiUrl };
  return {
    credential: createDiscordCredential(api),
    readPicture: createReadPicture(api),
    publish: createDiscordPublish(api),
    ownPosts: discordOwnPosts(api),
    counters: createDiscordCounters(api),
    actions: createDiscordActions(api),
  };
}

export const network: CentralDriver = {
  ...DISCORD_DEFAULTS,
  check: checkSettings,
  create: createDiscordDriver,
};
