/** Where the API and the sign-in pages are. @see https://developers.google.com/youtube/v3/guides/auth/server-side-web-apps */
export const YOUTUBE_DEFAULTS = {
  apiUrl: 'https://www.googleapis.com',
  oauthUrl: 'https://accounts.google.com',
} as const;
