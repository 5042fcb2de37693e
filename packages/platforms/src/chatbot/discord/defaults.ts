/** Where Discord is: one host for its interface and for people. @see https://discord.com/developers/docs/reference */
export const DISCORD_DEFAULTS = { apiUrl: 'https://discord.com', oauthUrl: 'https://discord.com' } as const;
