import type { AccountOption, CredentialCapability, TokenSession } from '../driver.ts';
import { invalidField } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';
import { readAccount } from './accounts.ts';
import { callMastodon, type MastodonApi, type MastodonRequest, writeGrant } from './api.ts';
import { lacksPermission } from './errors.ts';
import { MASTODON_SCOPES } from './oauth.ts';

const TOKEN = /^[\x21-\x7e]{16,500}$/;

/** What an account and its name are read with, and a request that needs each of the other permissions and, for want of a post and a file 0, does nothing. */
const READ_ACCOUNT = 'read:accounts';
const PROBES: Readonly<Record<string, Pick<MastodonRequest, 'method' | 'path'>>> = {
  'read:statuses': { method: 'GET', path: '/api/v1/statuses/0' },
  'write:statuses': { method: 'DELETE', path: '/api/v1/statuses/0' },
  'write:media': { method: 'PUT', path: '/api/v1/media/0' },
};

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
      return { account: await checkToken(api, { account: { accessToken: grant }, call }), tokens };
    },
  };
}

/** Reads the account of a token that has every permission, which servers do not list. @throws PlatformError */
async function checkToken(api: MastodonApi, session: TokenSession): Promise<AccountOption> {
  const account = await readAccount(api, session).catch((error: unknown) => {
    if (isLack(error)) return null;
    if (!(error instanceof PlatformError && error.kind === 'reconnect')) throw error;
    throw wrongToken(
      'is not known to this server; make one there (Preferences, Development), and copy it whole',
      error,
    );
  });
  const lacks = await Promise.all(
    Object.entries(PROBES).map(async ([scope, request]) => {
      const isLacking = await callMastodon(api, { ...request, effect: 'none' }, session).then(() => false, isLack);
      return isLacking ? [scope] : [];
    }),
  );
  const missing = [...(account ? [] : [READ_ACCOUNT]), ...lacks.flat()];
  if (account && missing.length === 0) return account;
  throw wrongToken(`lacks ${missing.join(' ')}; make a token with ${MASTODON_SCOPES.join(' ')}, and copy it whole`);
}

function isLack(error: unknown): boolean {
  return error instanceof PlatformError && error.message === lacksPermission.message;
}

function wrongToken(problem: string, cause?: unknown): PlatformError {
  return new PlatformError('mastodon', { ...invalidField('accessToken', problem), cause });
}
