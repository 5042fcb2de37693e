/** Where the Bot API is, and where messages of public chats are read. @see https://core.telegram.org/bots/api */
export const TELEGRAM_DEFAULTS = { apiUrl: 'https://api.telegram.org', oauthUrl: 'https://t.me' } as const;
