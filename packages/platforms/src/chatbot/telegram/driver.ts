import type { DriverOptions, NetworkDriver } from '../../driver.ts';
import type { CentralDriver } from '../../network.ts';
import { createTelegramActions } from './actions.ts';
import { createTelegramCredential } from './credential.ts';
import { telegramOwnPosts } from './own-posts.ts';
import { createTelegramPublish } from './publish.ts';

/** Addresses of the Bot API and of the pages of public chats. @see https://core.telegram.org/bots/api */
const TELEGRAM_DEFAULTS = { apiUrl: 'https://api.telegram.org', oauthUrl: 'https://t.me' } as const;

/** Speaks Telegram's Bot API. Bots cannot read what they have posted. */
function createTelegramDriver(options: DriverOptions): NetworkDriver {
  const { apiUrl, oauthUrl } = { ...TELEGRAM_DEFAULTS, ...options };
  const api = { apiUrl, oauthUrl };
  return {
    credential: createTelegramCredential(api),
    publish: createTelegramPublish(api),
    ownPosts: telegramOwnPosts(api),
    // No method of the API reads a message again. @see https://core.telegram.org/bots/api#message
    counters: { none: 'Telegram lets no bot look up the views or reactions of a message; look at the message there' },
    actions: createTelegramActions(api),
  };
}

export const network: CentralDriver = {
  ...TELEGRAM_DEFAULTS,
  create: createTelegramDriver,
};
