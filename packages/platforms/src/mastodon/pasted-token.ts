import type { CredentialCapability } from '../driver.ts';
import { invalidField } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import { readAccount } from './accounts.ts';
import { type MastodonApi, writeGrant } from './api.ts';

const TOKEN = /^[\x21-\x7e]{16,500}$/;

/** Connects with an access token that a user has made in the settings of the account. */
export function createMastodonCredential(api: MastodonApi): CredentialCapability {
  return {
    accepts: ({ accessToken }) => accessToken !== undefined && TOKEN.test(accessToken),
    async connect({ accessToken = '' }, call) {
      const grant = writeGrant({ token: accessToken, app: null });
      const tokens = {
        accessToken: grant,
        refreshToken: null,
        accessExpiresAt: null,
        refreshExpiresAt: null,
        scopes: [],
      };
      try {
        return { account: await readAccount(api, { account: { accessToken: grant }, call }), tokens };
      } catch (error) {
        if (!(error instanceof PlatformError && error.kind === 'reconnect')) throw error;
        const problem = 'is not known to this server; make one there (Preferences, Development), and copy it whole';
        throw new PlatformError('mastodon', { ...invalidField('accessToken', problem), cause: error });
      }
    },
  };
}
