const parts: Readonly<Record<string, readonly string[]>> = {
  read: [
    ...['accounts', 'blocks', 'bookmarks', 'favourites', 'filters', 'follows', 'lists'],
    ...['mutes', 'notifications', 'search', 'statuses'],
  ],
  write: [
    ...['accounts', 'blocks', 'bookmarks', 'conversations', 'favourites', 'filters', 'follows', 'lists'],
    ...['media', 'mutes', 'notifications', 'reports', 'statuses'],
  ],
};

/** Scopes that `follow` stands for. */
const relationships = ['read:blocks', 'read:follows', 'read:mutes', 'write:blocks', 'write:follows', 'write:mutes'];

/**
 * Every scope that an app may register.
 *
 * @see https://docs.joinmastodon.org/api/oauth-scopes/ (read 2026-11-22)
 */
export const knownScopes: readonly string[] = [
  ...Object.entries(parts).flatMap(([whole, names]) => [whole, ...names.map((name) => `${whole}:${name}`)]),
  ...['follow', 'push', 'profile'],
];

/** The scope of an app or a request that names none. */
export const defaultScopes: readonly string[] = ['read'];

/** Splits a list of scopes; each is named once. */
export function splitScopes(text: string): readonly string[] {
  return [...new Set(text.split(/[\s+]+/).filter(Boolean))];
}

/** Returns true when the granted scopes allow what one scope allows; `read` covers `read:statuses`. */
export function allows(granted: readonly string[], wanted: string): boolean {
  const [whole = ''] = wanted.split(':');
  if (granted.includes(wanted) || granted.includes(whole)) return true;
  return granted.includes('follow') && relationships.includes(wanted);
}
