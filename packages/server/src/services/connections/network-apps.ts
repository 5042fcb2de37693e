import type { CallContext, OwnApp, PlatformDriver, RegisteredApp } from '@social/platforms';
import type { PlatformId } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log/logger.ts';
import { type Keyring, type SecretPlace, sha256 } from '../../secrets.ts';
import {
  findNetworkApp,
  listAppsOfClient,
  type NetworkAppRow,
  OF_ALL_SERVERS,
  replaceNetworkApp,
} from '../../store/connections/network-apps.ts';
import type { Database } from '../../store/schema.ts';
import { ownAppOf, redirectUriFor } from '../networks/sign-in.ts';

export type NetworkApps = ReturnType<typeof createNetworkApps>;

/** Place of an app's secret, to which its encryption is bound. */
export function networkAppPlace(id: string): SecretPlace {
  return { table: 'network_app', row: id, column: 'client_secret' };
}

/** Makes the service for this product's apps at open networks: one for each server that registers it, or one for all servers. */
export function createNetworkApps(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  keyring: Keyring;
  /** Public address of the server. */
  baseUrl: string;
}) {
  const { db, clock, logger, keyring, baseUrl } = deps;

  /** @returns undefined for an app whose secret no key opens */
  function open(row: NetworkAppRow): RegisteredApp | undefined {
    try {
      return { clientId: row.client_id, clientSecret: keyring.open(row.client_secret, networkAppPlace(row.id)) };
    } catch (err) {
      logger.warn({ err }, 'the secret of an app cannot be read with any key; another app takes its place');
      return undefined;
    }
  }

  function store(
    { id, origin, app }: { readonly id: string; readonly origin: string; readonly app: RegisteredApp },
    known?: NetworkAppRow,
  ): Promise<NetworkAppRow> {
    const sealed = keyring.seal(app.clientSecret, networkAppPlace(id));
    const row = {
      id,
      network_origin: origin,
      client_id: app.clientId,
      client_secret: sealed,
      created_at: isoNow(clock),
    };
    return replaceNetworkApp(db, row, known);
  }

  /** The one app for all servers of a network. Servers read its keys, so that all processes use the one that was stored first. */
  async function sharedApp(platform: PlatformId, ownApp: OwnApp): Promise<RegisteredApp> {
    const redirectUri = redirectUriFor(baseUrl, platform);
    // An app without a description has no key to keep.
    if (ownApp.signInAt(baseUrl).kind !== 'described') return ownApp.create(redirectUri);
    const id = sha256(JSON.stringify([platform, redirectUri]));
    const known = await findNetworkApp(db, id);
    const app = known && open(known);
    if (app) return app;
    const made = ownApp.create(redirectUri);
    return open(await store({ id, origin: OF_ALL_SERVERS, app: made }, known)) ?? made;
  }

  return {
    /** Writes the description of the app that all servers of a network read. @throws AppError platform_not_configured without one */
    async describe(platform: PlatformId): Promise<Record<string, unknown>> {
      const ownApp = ownAppOf(platform);
      if (ownApp?.signInAt(baseUrl).kind !== 'described') {
        throw new AppError('platform_not_configured', `This server has no app at ${platform} that it describes itself`);
      }
      const { clientId } = await sharedApp(platform, ownApp);
      const apps = (await listAppsOfClient(db, clientId)).map(open).filter((app) => app !== undefined);
      return ownApp.describe(baseUrl, apps);
    },

    /**
     * Returns the app for a sign-in at the driver's server. Registers one on the first sign-in there, where the addresses or the
     * permissions have changed, and where the server has forgotten the earlier one.
     * @returns undefined for a network whose app the operator registers
     * @throws PlatformError
     */
    async appFor(
      { driver, origin }: { driver: PlatformDriver; origin: string },
      redirectUri: string,
      call: CallContext,
    ): Promise<RegisteredApp | undefined> {
      const { oauth, network, platform } = driver;
      const ownApp = ownAppOf(platform);
      if (ownApp) return sharedApp(platform, ownApp);
      if (!oauth?.registerApp) return undefined;
      const id = sha256(JSON.stringify([network, origin, redirectUri, oauth.scopes]));
      const known = await findNetworkApp(db, id);
      const app = known && open(known);
      if (app && ((await oauth.knowsApp?.({ app, redirectUri }, call)) ?? true)) return app;
      const made = await oauth.registerApp({ redirectUri }, call);
      logger.info({ network, origin, isReplaced: known !== undefined }, 'registered an app at a server');
      return open(await store({ id, origin, app: made }, known)) ?? made;
    },
  };
}
