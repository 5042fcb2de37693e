import type { DriverOptions, PlatformDriver } from '../../driver.ts';
import { createDiscordActions } from './actions.ts';
import { createDiscordCredential } from './credential.ts';
import { DISCORD_DEFAULTS } from './defaults.ts';
import { createDiscordPublish } from './publish.ts';

/** Speaks through Discord's webhooks, which can write and delete, but list nothing. */
export function createDiscordDriver(options: DriverOptions): PlatformDriver {
  const { apiUrl, oauthUrl } = { ...DISCORD_DEFAULTS, ...options };
  const api = { apiUrl, oauthUrl };
  return {
    platform: 'chatbot',
    network: 'discord',
    credential: createDiscordCredential(api),
    publish: createDiscordPublish(api),
    actions: createDiscordActions(api),
  };
}
