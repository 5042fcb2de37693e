import type { NamedServer } from '@social/platforms';
import type { PlatformId } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newSecret } from '../../ids.ts';
import { type Keyring, sha256 } from '../../secrets.ts';
import {
  advanceFlow,
  findFlow,
  findFlowByAttempt,
  insertFlow,
  type OauthFlowRow,
} from '../../store/connections/oauth-flows.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';
import type { Database, FlowEnding } from '../../store/schema.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { ReachablePlatform } from '../networks/reachable-platform.ts';
import { redirectUriFor, whyNoSignIn } from '../networks/sign-in.ts';
import { createAccountChoice, flowPlace, isLiveFlow } from './account-choice.ts';
import type { AccountPictures } from './account-pictures.ts';
import type { Connections } from './connections.ts';
import type { NetworkApps } from './network-apps.ts';
import type { ReadNewLimits } from './server-limits.ts';

/** Longest time, in milliseconds, that a user may take from start to confirmation. */
export const FLOW_LIFETIME_MS = 10 * 60_000;
/** Longest time, in milliseconds, for all requests before the browser is sent on, and for each of them. */
const [START_MS, REQUEST_MS] = [25_000, 10_000];

export type OauthFlows = ReturnType<typeof createOauthFlows>;

/** A flow that a browser begins. */
interface NewFlow {
  readonly platform: PlatformId;
  readonly profileId: string | null;
  readonly userId: string | null;
  /** Text by which a program asks how the flow ended; null when no program waits for it. */
  readonly attempt: string | null;
  /** Account or server that the user has named, where the platform asks for it. */
  readonly named: NamedServer;
  readonly chooseAccount: boolean;
}

/** Id of the flow of a state. The flow cookie is named after it, so that two tabs have a cookie each. */
export function flowIdOf(state: string): string {
  return sha256(state);
}

/** Makes the service that connects accounts through the browser: start, callback, options, confirm. Each step works once. */
export function createOauthFlows(deps: {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  platforms: Platforms;
  connections: Connections;
  networkApps: NetworkApps;
  readNewLimits: ReadNewLimits;
  pictures: Pick<AccountPictures, 'readNew'>;
  baseUrl: string;
}) {
  const { db, clock, keyring, platforms, networkApps, baseUrl } = deps;

  function requireOauth(platform: PlatformId, { driver }: ReachablePlatform) {
    if (driver.oauth) return driver.oauth;
    throw new AppError(
      'platform_not_configured',
      `${platform} is not connected through the browser but with a token: social connect ${platform}`,
    );
  }

  return {
    ...createAccountChoice(deps),

    /**
     * Begins a flow for the browser that asks.
     * @returns address to send the browser to, and id and secret for its flow cookie
     * @throws AppError platform_not_configured; PlatformError when the network cannot be asked
     */
    async start(request: NewFlow) {
      const problem = whyNoSignIn(request.platform, baseUrl);
      if (problem !== null) throw new AppError('platform_not_configured', problem);
      if (request.userId === null && Object.keys(request.named).length > 0) throw signInToName();
      const call = { signal: AbortSignal.timeout(START_MS), timeoutMs: REQUEST_MS };
      const place = await platforms.locate(request.platform, request.named, call);
      const oauth = requireOauth(request.platform, place);
      const [state, codeVerifier, browserSecret] = [newSecret(), newSecret(), newSecret()];
      const flowId = flowIdOf(state);
      const redirectUri = redirectUriFor(baseUrl, request.platform);
      const app = await networkApps.appFor(place, redirectUri, call);
      const signIn = await oauth.beginSignIn(
        {
          ...{ redirectUri, state, codeVerifier, accountId: place.accountId, chooseAccount: request.chooseAccount },
          ...(app && { app }),
        },
        call,
      );
      await insertFlow(db, {
        id: flowId,
        platform: request.platform,
        network: place.driver.network,
        network_origin: place.origin,
        profile_id: request.profileId,
        started_by: request.userId,
        browser_hash: sha256(browserSecret),
        code_verifier: keyring.seal(signIn.codeVerifier ?? codeVerifier, flowPlace(flowId, 'code_verifier')),
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
      return { location: signIn.url.href, flowId, browserSecret };
    },

    /**
     * Claims the flow of a browser that the network has sent back. Asks nothing of the network.
     * @returns undefined when the state is not this browser's, was used before or has expired
     */
    async claim(request: {
      platform: PlatformId;
      state: string;
      browserSecret: string | undefined;
      userId: string | null;
    }): Promise<OauthFlowRow | undefined> {
      const flow = await findFlow(db, flowIdOf(request.state));
      if (!isLiveFlow(flow, request.platform, clock.now()) || request.browserSecret === undefined) return undefined;
      if (flow.browser_hash !== sha256(request.browserSecret)) return undefined;
      if (flow.started_by !== null && flow.started_by !== request.userId) return undefined;
      const change = { stage: 'exchanging' as const, started_by: request.userId ?? flow.started_by };
      return (await advanceFlow(db, flow.id, 'started', change)) ? flow : undefined;
    },

    /** Explains why a state was not claimed, without a word to a browser that does not own it. */
    async whyNotClaimed(platform: PlatformId, state: string): Promise<'foreign' | 'expired' | 'used'> {
      const flow = await findFlow(db, flowIdOf(state));
      if (flow?.platform !== platform) return 'foreign';
      if (!isLiveFlow(flow, platform, clock.now())) return 'expired';
      return flow.stage === 'started' ? 'foreign' : 'used';
    },

    /** Returns true when the network of a flow names itself in its callback; another network that does so is not this one. */
    namesIssuer(flow: OauthFlowRow): boolean {
      return platforms.of(flow)?.driver.oauth?.namesIssuer === true;
    },

    /** Ends a claimed flow without a connection. */
    async cancel(flow: OauthFlowRow, ending: FlowEnding): Promise<void> {
      await advanceFlow(db, flow.id, 'exchanging', { stage: 'ended', ending });
    },

    /** Finds the unexpired flow that was begun with an attempt's text, for the profile or for none. */
    async findAttempt(profile: ProfileRow, attempt: string): Promise<OauthFlowRow | undefined> {
      const flow = await findFlowByAttempt(db, sha256(attempt), profile);
      return flow && isLiveFlow(flow, flow.platform, clock.now()) ? flow : undefined;
    },

    /**
     * Exchanges the code, once.
     * @param issuer name by which the network calls itself in the callback, where it does (RFC 9207)
     * @returns secret for the temporary connect cookie @throws PlatformError
     */
    async authorize(flow: OauthFlowRow, code: string, issuer?: string): Promise<{ connectSecret: string }> {
      const oauth = requireOauth(flow.platform, platforms.of(flow) ?? platforms.require(flow.platform));
      const codeVerifier = keyring.open(flow.code_verifier, flowPlace(flow.id, 'code_verifier'));
      const granted = await oauth.exchangeCode(
        { code, redirectUri: flow.redirect_uri, codeVerifier, ...(issuer !== undefined && { issuer }) },
        {},
      );
      const connectSecret = newSecret();
      await advanceFlow(db, flow.id, 'exchanging', {
        stage: 'authorized',
        connect_hash: sha256(connectSecret),
        tokens: keyring.seal(JSON.stringify(granted), flowPlace(flow.id, 'tokens')),
      });
      return { connectSecret };
    },
  };
}

/** A stranger must not choose whom this server calls, nor where its redirect leads. */
function signInToName(): AppError {
  return new AppError(
    'unauthorized',
    'Sign in on this server first, then name the account or its server; nothing was started',
    { details: { field: 'session' } },
  );
}
