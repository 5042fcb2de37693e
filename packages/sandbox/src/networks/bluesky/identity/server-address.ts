/**
 * Returns the address of the accounts' own server. By the networks' own host names, which are all `https`, the directory and
 * the video service have other names than it.
 */
export function serverAddress(base: string): string {
  return base.startsWith('https:') ? 'https://bsky.social' : base;
}

/** Returns the DID of that server. */
export function serverDid(base: string): string {
  return `did:web:${new URL(serverAddress(base)).hostname}`;
}
