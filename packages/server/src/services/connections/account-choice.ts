import type { AccountOption, PlatformDriver, TokenSet } from '@social/platforms';
import type { PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { type Keyring, type SecretPlace, sha256 } from '../../secrets.ts';
import {
  advanceFlow,
  claimFlow,
  findFlowByConnectHash,
  type OauthFlowRow,
} from '../../store/connections/oauth-flows.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';
import type { Database } from '../../store/schema.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { AccountPictures } from './account-pictures.ts';
import type { Connections } from './connections.ts';
import type { ReadNewLimits } from './server-limits.ts';

/** Tokens of a flow as JSON. */
export type StoredTokens = Omit<TokenSet, 'accessExpiresAt' | 'refreshExpiresAt'> & {
  accessExpiresAt: string | null;
  refreshExpiresAt: string | null;
};

/** The browser that continues a flow after the network has sent it back. */
export interface FlowCaller {
  readonly platform: PlatformId;
  /** Secret of the browser's temporary connect cookie. */
  readonly connectSecret: string | undefined;
  /** Id of the signed-in user; null without a session. */
  readonly userId: string | null;
}

/** Returns true for an unexpired flow of the platform. @param now milliseconds since 1970 */
export function isLiveFlow(flow: OauthFlowRow | undefined, platform: PlatformId, now: number): flow is OauthFlowRow {
  return flow !== undefined && flow.platform === platform && Date.parse(flow.expires_at) > now;
}

/** Place of a flow's secret, to which its encryption is bound. */
export function flowPlace(flowId: string, column: 'code_verifier' | 'tokens'): SecretPlace {
  return { table: 'oauth_flow', row: flowId, column };
}

/** Makes the last steps of connecting through the browser: the list of accounts, and the connection of the chosen one. */
export function createAccountChoice(deps: {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  platforms: Platforms;
  connections: Connections;
  readNewLimits: ReadNewLimits;
  pictures: Pick<AccountPictures, 'readNew'>;
}) {
  const { db, clock, keyring, platforms, connections, readNewLimits, pictures } = deps;

  function openTokens(flow: OauthFlowRow): TokenSet {
    const stored = JSON.parse(keyring.open(flow.tokens ?? '', flowPlace(flow.id, 'tokens'))) as StoredTokens;
    return {
      ...stored,
      accessExpiresAt: stored.accessExpiresAt === null ? null : new Date(stored.accessExpiresAt),
      refreshExpiresAt: stored.refreshExpiresAt === null ? null : new Date(stored.refreshExpiresAt),
    };
  }

  /** Gives the flow to the first user who is signed in while it is used. @returns false for any other user */
  async function isOf(flow: OauthFlowRow, userId: string | null): Promise<boolean> {
    if (userId === null || flow.started_by === userId) return true;
    return flow.started_by === null && (await claimFlow(db, flow, userId)) === userId;
  }

  async function requireAuthorized({ platform, connectSecret, userId }: FlowCaller): Promise<OauthFlowRow> {
    const flow = connectSecret ? await findFlowByConnectHash(db, sha256(connectSecret)) : undefined;
    if (isLiveFlow(flow, platform, clock.now()) && flow.stage === 'authorized' && (await isOf(flow, userId)))
      return flow;
    throw new AppError(
      'session_required',
      `There is no connection under way in this browser, or it has expired; start again at /api/auth/${platform}`,
    );
  }

  /** The driver of the server at which the flow was begun. @throws AppError when this server has other networks since then */
  function requireDriver(flow: OauthFlowRow): PlatformDriver {
    return (platforms.of(flow) ?? platforms.require(flow.platform)).driver;
  }

  async function loadOptions(flow: OauthFlowRow): Promise<AccountOption[]> {
    if (flow.options !== null) return JSON.parse(flow.options) as AccountOption[];
    const { oauth } = requireDriver(flow);
    const options = (await oauth?.listAccounts(openTokens(flow).accessToken, {})) ?? [];
    await advanceFlow(db, flow.id, 'authorized', { options: JSON.stringify(options) });
    return options;
  }

  return {
    /** Lists the accounts that the user may publish as. @throws AppError session_required; PlatformError */
    async options(caller: FlowCaller): Promise<AccountOption[]> {
      return loadOptions(await requireAuthorized(caller));
    },

    /** Reads the profile that the flow was started for. @returns null when none was named */
    async startedFor(caller: FlowCaller): Promise<string | null> {
      return (await requireAuthorized(caller)).profile_id;
    },

    /**
     * Connects the chosen account to the profile. Of the choice, only the account's id comes from the browser.
     * @throws AppError session_required, invalid_request, conflict; PlatformError
     */
    async confirm(
      caller: FlowCaller,
      { accountId, profile }: { accountId: string; profile: ProfileRow },
    ): Promise<void> {
      const flow = await requireAuthorized(caller);
      const account = (await loadOptions(flow)).find((option) => option.accountId === accountId);
      if (!account) {
        throw new AppError('invalid_request', 'option.accountId: choose one of the accounts of GET options', {
          details: { field: 'option.accountId' },
        });
      }
      const driver = requireDriver(flow);
      const { oauth } = driver;
      const granted = openTokens(flow);
      const tokens = (await oauth?.accountTokens?.(accountId, granted, {})) ?? granted;
      // A network that names no granted scopes has granted all.
      const isPartial = tokens.scopes.length > 0;
      const connection = connections.describe(profile, {
        platform: flow.platform,
        network: flow.network,
        origin: flow.network_origin,
        account,
        tokens,
        limits: await readNewLimits(driver, { ...account, accessToken: tokens.accessToken }),
        missingScopes: isPartial ? (oauth?.scopes ?? []).filter((scope) => !tokens.scopes.includes(scope)) : [],
      });
      // One transaction: the grant cannot be used a second time.
      const replaced = await db.transaction().execute(async (trx) => {
        if (!(await advanceFlow(trx, flow.id, 'authorized', { stage: 'confirmed', tokens: null }))) {
          throw new AppError('session_required', 'This connection was confirmed already; start again to make another');
        }
        return connections.save(trx, profile, connection);
      });
      await connections.revokeUnused(replaced);
      await pictures.readNew(connection);
    },
  };
}
