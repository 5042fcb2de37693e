import type { NetworkId } from '../world/network-ids.ts';

/** A client application that is registered with a network. */
export interface App {
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
  /** Exact redirect URIs; the documented sandbox client takes any http loopback address instead. */
  readonly redirectUris: readonly string[] | 'any-loopback';
  /** Gives refresh tokens where the network reserves them for partners. */
  readonly partner: boolean;
}

/** The documented client of every network. */
export const sandboxApp = { clientId: 'social-sandbox', clientSecret: 'social-sandbox-secret' } as const;

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Tells whether an app may be sent back to this address. */
export function acceptsRedirect(app: App, redirectUri: string): boolean {
  if (app.redirectUris !== 'any-loopback') return app.redirectUris.includes(redirectUri);
  if (!URL.canParse(redirectUri) || redirectUri.includes('#')) return false;
  const url = new URL(redirectUri);
  return url.protocol === 'http:' && loopbackHosts.has(url.hostname) && !url.username && !url.password;
}

/** Apps by network and id, as they are kept. */
export type SavedApps = readonly (readonly [string, App])[];

/** The apps of all networks. */
export class AppStore {
  readonly #apps = new Map<string, App>();

  save(): SavedApps {
    return [...this.#apps];
  }

  /** Puts these apps in the place of all. */
  restore(apps: SavedApps): void {
    this.#apps.clear();
    for (const [key, app] of apps) this.#apps.set(key, app);
  }

  add(network: NetworkId, app: App): void {
    this.#apps.set(`${network}/${app.clientId}`, app);
  }

  find(network: NetworkId, clientId: string): App | undefined {
    const own = this.#apps.get(`${network}/${clientId}`);
    if (own) return own;
    return clientId === sandboxApp.clientId
      ? { ...sandboxApp, redirectUris: 'any-loopback', partner: false }
      : undefined;
  }
}
