import type { AccountOption, TokenSet } from '@social/platforms';
import type { PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newSecret } from '../../ids.ts';
import { type Keyring, sha256 } from '../../secrets.ts';
import type { ConnectionRow } from '../../store/connections.ts';
import {
  advanceFlow,
  claimFlow,
  findFlow,
  findFlowByAttempt,
  findFlowByConnectHash,
  insertFlow,
  type OauthFlowRow,
} from '../../store/oauth-flows.ts';
import type { ProfileRow } from '../../store/profiles.ts';
import type { Database, FlowEnding } from '../../store/schema.ts';
import { type Platforms, redirectUriFor } from '../networks/platforms.ts';
import type { Connections } from './connections.ts';

/** How long a person may take from start to confirmation. */
export const FLOW_LIFETIME_MS = 10 * 60_000;

type StoredTokens = Omit<TokenSet, 'accessExpiresAt' | 'refreshExpiresAt'> & {
  accessExpiresAt: string | null;
  refreshExpiresAt: string | null;
};

export type OauthFlows = ReturnType<typeof createOauthFlows>;

interface FlowDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly platforms: Platforms;
  readonly connections: Connections;
  readonly baseUrl: string;
}

/** A flow that a browser asks for. */
interface NewFlow {
  readonly platform: PlatformId;
  readonly profileId: string | null;
  readonly userId: string | null;
  /** Text by which a program asks how the flow ended; null: none does. */
  readonly attempt: string | null;
}

/** The browser that goes on with a flow after the network has sent it back. */
export interface FlowCaller {
  readonly platform: PlatformId;
  /** Secret of its temporary connect cookie. */
  readonly connectSecret: string | undefined;
  /** Who is signed in there; null: nobody. */
  readonly userId: string | null;
}

/** Name of the flow cookie that belongs to a state. One per flow, so that two tabs do not disturb each other. */
export function flowIdOf(state: string): string {
  return sha256(state);
}

/** Connecting an account through the browser: start, callback, options, confirm. Each step can be taken once. */
export function createOauthFlows(deps: FlowDeps) {
  const { db, clock, keyring, platforms, connections, baseUrl } = deps;

  function place(flowId: string, column: string) {
    return { table: 'oauth_flow', row: flowId, column };
  }

  function isLive(flow: OauthFlowRow | undefined, platform: PlatformId): flow is OauthFlowRow {
    return flow !== undefined && flow.platform === platform && Date.parse(flow.expires_at) > clock.now();
  }

  function openTokens(flow: OauthFlowRow): TokenSet {
    const stored = JSON.parse(keyring.open(flow.tokens ?? '', place(flow.id, 'tokens'))) as StoredTokens;
    return {
      ...stored,
      accessExpiresAt: stored.accessExpiresAt === null ? null : new Date(stored.accessExpiresAt),
      refreshExpiresAt: stored.refreshExpiresAt === null ? null : new Date(stored.refreshExpiresAt),
    };
  }

  /** A flow belongs to the first person who is signed in while it is used: the next person at this browser has no part in it. */
  async function isOf(flow: OauthFlowRow, userId: string | null): Promise<boolean> {
    if (userId === null || flow.started_by === userId) return true;
    return flow.started_by === null && (await claimFlow(db, flow, userId)) === userId;
  }

  async function requireAuthorized({ platform, connectSecret, userId }: FlowCaller): Promise<OauthFlowRow> {
    const flow = connectSecret ? await findFlowByConnectHash(db, sha256(connectSecret)) : undefined;
    if (!isLive(flow, platform) || flow.stage !== 'authorized' || !(await isOf(flow, userId))) {
      throw new AppError(
        'session_required',
        `There is no connection under way in this browser, or it has expired; start again at /api/auth/${platform}`,
      );
    }
    return flow;
  }

  async function loadOptions(flow: OauthFlowRow): Promise<AccountOption[]> {
    if (flow.options !== null) return JSON.parse(flow.options) as AccountOption[];
    const { oauth } = platforms.require(flow.platform).driver;
    const options = (await oauth?.listAccounts(openTokens(flow).accessToken, {})) ?? [];
    await advanceFlow(db, flow.id, 'authorized', { options: JSON.stringify(options) });
    return options;
  }

  return {
    /**
     * Begins a flow for the browser that asks. Returns where to send it, and the secret of its flow cookie.
     * @throws AppError platform_not_configured; PlatformError when the network cannot be asked
     */
    async start(request: NewFlow) {
      const { driver, origin } = platforms.require(request.platform);
      if (!driver.oauth) {
        throw new AppError(
          'platform_not_configured',
          `${request.platform} is not connected through the browser but with a token: social connect ${request.platform}`,
        );
      }
      const [state, codeVerifier, browserSecret] = [newSecret(), newSecret(), newSecret()];
      const flowId = flowIdOf(state);
      const redirectUri = redirectUriFor(baseUrl, request.platform);
      const location = await driver.oauth.authorizeUrl({ redirectUri, state, codeVerifier });
      await insertFlow(db, {
        id: flowId,
        platform: request.platform,
        network: driver.network,
        network_origin: origin,
        profile_id: request.profileId,
        started_by: request.userId,
        browser_hash: sha256(browserSecret),
        code_verifier: keyring.seal(codeVerifier, place(flowId, 'code_verifier')),
        redirect_uri: redirectUri,
        stage: 'started',
        ending: null,
        attempt_hash: request.attempt === null ? null : sha256(request.attempt),
        connect_hash: null,
        tokens: null,
        options: null,
        created_at: isoNow(clock),
        expires_at: new Date(clock.now() + FLOW_LIFETIME_MS).toISOString(),
      });
      return { location: location.href, flowId, browserSecret };
    },

    /**
     * Takes the browser's return: the state must be this browser's own, unused and young.
     * Undefined: it is not. Nothing is asked of the network here.
     */
    async claim(request: {
      platform: PlatformId;
      state: string;
      browserSecret: string | undefined;
      userId: string | null;
    }): Promise<OauthFlowRow | undefined> {
      const flow = await findFlow(db, flowIdOf(request.state));
      if (!isLive(flow, request.platform) || request.browserSecret === undefined) return undefined;
      if (flow.browser_hash !== sha256(request.browserSecret)) return undefined;
      if (flow.started_by !== null && flow.started_by !== request.userId) return undefined;
      const change = { stage: 'exchanging' as const, started_by: request.userId ?? flow.started_by };
      return (await advanceFlow(db, flow.id, 'started', change)) ? flow : undefined;
    },

    /** What a person may be told about a state that was not claimed; who does not hold it learns nothing. */
    async whyNotClaimed(platform: PlatformId, state: string): Promise<'foreign' | 'expired' | 'used'> {
      const flow = await findFlow(db, flowIdOf(state));
      if (flow?.platform !== platform) return 'foreign';
      if (!isLive(flow, platform)) return 'expired';
      return flow.stage === 'started' ? 'foreign' : 'used';
    },

    /** Ends a claimed flow without a connection. */
    async cancel(flow: OauthFlowRow, ending: FlowEnding): Promise<void> {
      await advanceFlow(db, flow.id, 'exchanging', { stage: 'ended', ending });
    },

    /** The flow that was begun with an attempt's text, for a profile or for none, until it expires. */
    async findAttempt(profile: ProfileRow, attempt: string): Promise<OauthFlowRow | undefined> {
      const flow = await findFlowByAttempt(db, sha256(attempt), profile);
      return flow && isLive(flow, flow.platform) ? flow : undefined;
    },

    /** Exchanges the code, once. Returns the secret of the temporary connect cookie. @throws PlatformError */
    async authorize(flow: OauthFlowRow, code: string): Promise<{ connectSecret: string }> {
      const { oauth } = platforms.require(flow.platform).driver;
      if (!oauth)
        throw new AppError('platform_not_configured', `${flow.platform} is not connected through the browser`);
      const codeVerifier = keyring.open(flow.code_verifier, place(flow.id, 'code_verifier'));
      const granted = await oauth.exchangeCode({ code, redirectUri: flow.redirect_uri, codeVerifier }, {});
      const connectSecret = newSecret();
      await advanceFlow(db, flow.id, 'exchanging', {
        stage: 'authorized',
        connect_hash: sha256(connectSecret),
        tokens: keyring.seal(JSON.stringify(granted), place(flow.id, 'tokens')),
      });
      return { connectSecret };
    },

    /** The accounts the person may publish as. @throws AppError session_required; PlatformError */
    async options(caller: FlowCaller): Promise<AccountOption[]> {
      return loadOptions(await requireAuthorized(caller));
    },

    /** The profile that the flow was started for, where it was named. */
    async startedFor(caller: FlowCaller): Promise<string | null> {
      return (await requireAuthorized(caller)).profile_id;
    },

    /**
     * Connects the chosen account to the profile; everything but the account's id comes from the server's own list.
     * @throws AppError session_required, invalid_request, conflict; PlatformError
     */
    async confirm(caller: FlowCaller, chosen: { accountId: string; profile: ProfileRow }): Promise<void> {
      const { platform } = caller;
      const { profile } = chosen;
      const flow = await requireAuthorized(caller);
      const option = (await loadOptions(flow)).find(({ accountId }) => accountId === chosen.accountId);
      if (!option) {
        throw new AppError('invalid_request', 'option.accountId: choose one of the accounts of GET options', {
          details: { field: 'option.accountId' },
        });
      }
      const { oauth } = platforms.require(platform).driver;
      const granted = openTokens(flow);
      const own = (await oauth?.accountTokens?.(option.accountId, granted, {})) ?? granted;
      // All or nothing: the grant can be had only once.
      await db.transaction().execute(async (trx) => {
        if (!(await advanceFlow(trx, flow.id, 'authorized', { stage: 'confirmed', tokens: null }))) {
          throw new AppError('session_required', 'This connection was confirmed already; start again to make another');
        }
        await connections.save(trx, profile, toConnection(flow, option, { profile, tokens: own }));
      });
    },
  };

  function toConnection(
    flow: OauthFlowRow,
    option: AccountOption,
    { profile, tokens: granted }: { profile: ProfileRow; tokens: TokenSet },
  ): ConnectionRow {
    const asked = platforms.require(flow.platform).driver.oauth?.scopes ?? [];
    const isPartly = granted.scopes.length > 0;
    return connections.describe(profile, {
      platform: flow.platform,
      network: flow.network,
      origin: flow.network_origin,
      account: option,
      tokens: granted,
      missingScopes: isPartly ? asked.filter((scope) => !granted.scopes.includes(scope)) : [],
    });
  }
}
