import type { NetworkId } from './network-ids.ts';

/** A client application that is registered with a network. */
export interface App {
  readonly clientId: string;
  /** Shown to people instead of the id. */
  readonly name?: string;
  /** Absent for a public client. */
  readonly clientSecret?: string;
  /** Exact redirect URIs; the sandbox's own app takes any http loopback address instead. */
  readonly redirectUris: readonly string[] | 'any-loopback';
  /** Gets refresh tokens where the network reserves them for partners. */
  readonly partner: boolean;
}

/** The app that every network knows. */
export const sandboxApp = { clientId: 'social-sandbox', clientSecret: 'social-sandbox-secret' } as const;

/** Apps by network and id, as they are saved. */
export type SavedApps = readonly (readonly [string, App])[];

/** The apps of all networks. */
export class AppStore {
  readonly #apps = new Map<string, App>();

  save(): SavedApps {
    return [...this.#apps];
  }

  /** Replaces all apps. */
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
