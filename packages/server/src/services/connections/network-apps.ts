import type { CallContext, PlatformDriver, RegisteredApp } from '@social/platforms';
import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import { type Keyring, type SecretPlace, sha256 } from '../../secrets.ts';
import { findNetworkApp, type NetworkAppRow, replaceNetworkApp } from '../../store/network-apps.ts';
import type { Database } from '../../store/schema.ts';

export type NetworkApps = ReturnType<typeof createNetworkApps>;

/** Place of an app's secret, to which its encryption is bound. */
export function networkAppPlace(id: string): SecretPlace {
  return { table: 'network_app', row: id, column: 'client_secret' };
}

/** Makes the service for the apps that this product registers, one at each server of an open network. */
export function createNetworkApps(deps: { db: Database; clock: Clock; logger: Logger; keyring: Keyring }) {
  const { db, clock, logger, keyring } = deps;

  /** @returns undefined for an app whose secret no key opens */
  function open(row: NetworkAppRow): RegisteredApp | undefined {
    try {
      return { clientId: row.client_id, clientSecret: keyring.open(row.client_secret, networkAppPlace(row.id)) };
    } catch (err) {
      logger.warn({ err }, 'the secret of an app cannot be read with any key; the app is registered again');
      return undefined;
    }
  }

  return {
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
      const { oauth, network } = driver;
      if (!oauth?.registerApp) return undefined;
      const id = sha256(JSON.stringify([network, origin, redirectUri, oauth.scopes]));
      const known = await findNetworkApp(db, id);
      const app = known && open(known);
      if (app && ((await oauth.knowsApp?.(app, call)) ?? true)) return app;
      const { clientId, clientSecret } = await oauth.registerApp({ redirectUri }, call);
      const sealed = keyring.seal(clientSecret, networkAppPlace(id));
      const row = {
        ...{ id, network_origin: origin, client_id: clientId, client_secret: sealed },
        created_at: isoNow(clock),
      };
      logger.info({ network, origin, isReplaced: known !== undefined }, 'registered an app at a server');
      return open(await replaceNetworkApp(db, row, known)) ?? { clientId, clientSecret };
    },
  };
}
