/**
 * Where LinkedIn is, and the newest API version this driver was written for. A version lives at least a year: a later one is
 * set with `SOCIAL_PROFNET_API_VERSION`.
 * @see https://learn.microsoft.com/linkedin/marketing/versioning
 */
export const LINKEDIN_DEFAULTS = {
  apiUrl: 'https://api.linkedin.com',
  oauthUrl: 'https://www.linkedin.com',
  apiVersion: '202609',
} as const;
