import { isLoopbackName } from '../http/loopback.ts';
import type { App } from '../world/apps.ts';
import { isSameSecret } from './pkce.ts';

/** Returns true when the app has a secret and this is it. */
export function hasSecret(app: App | undefined, secret: string): app is App {
  return app?.clientSecret !== undefined && isSameSecret(app.clientSecret, secret);
}

/** Returns true when an app may receive its code at this address. */
export function acceptsRedirect(app: App, redirectUri: string): boolean {
  if (app.redirectUris !== 'any-loopback') return app.redirectUris.includes(redirectUri);
  if (!URL.canParse(redirectUri) || redirectUri.includes('#')) return false;
  const url = new URL(redirectUri);
  return url.protocol === 'http:' && isLoopbackName(url.hostname) && !url.username && !url.password;
}
