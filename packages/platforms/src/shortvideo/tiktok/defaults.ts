/** Where TikTok is. @see https://developers.tiktok.com/doc/content-posting-api-get-started */
export const TIKTOK_DEFAULTS = { apiUrl: 'https://open.tiktokapis.com', oauthUrl: 'https://www.tiktok.com' } as const;
