/** Where X is. @see https://docs.x.com/x-api/introduction */
export const X_DEFAULTS = { apiUrl: 'https://api.x.com', oauthUrl: 'https://x.com' } as const;
