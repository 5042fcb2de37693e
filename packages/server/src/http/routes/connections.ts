import { isPlatformId, type PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import { FLOW_LIFETIME_MS, type FlowCaller, flowIdOf } from '../../services/connections/oauth-flows.ts';
import type { FlowCookies } from '../callers/cookies.ts';
import type { HandlersOf, HttpRequest, Principal } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import {
  BrokenAttempt,
  connectionPage,
  type Ending,
  endingOf,
  endingOfFailure,
  presentAttempt,
} from '../pages/connection-pages.ts';
import { toAppError } from '../replies/error-funnel.ts';
import { presentConnection, presentOption, presentPlatform } from '../replies/present.ts';

interface ConnectionDeps extends Pick<Services, 'connections' | 'oauthFlows' | 'pastedCredentials' | 'profiles'> {
  readonly cookies: FlowCookies;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface EndedAs {
  readonly isWatched?: boolean;
  /** Profile that the flow was started for. */
  readonly profileId?: string | null;
  readonly detail?: string;
}

const FLOW_SECONDS = FLOW_LIFETIME_MS / 1000;
const SENT_TO_BASE_SECONDS = 10;
/** Tells the web app that a command waits: whoever is done can go back to it. */
const FROM_COMMAND = { from: 'command' };

function platformOf(text: string): PlatformId {
  if (isPlatformId(text)) return text;
  throw new AppError('platform_unknown', 'There is no such platform; GET /api/connect/status lists them');
}

export function connectionRoutes(deps: ConnectionDeps): HandlersOf<'connections'> {
  const { connections, oauthFlows, pastedCredentials, profiles, cookies, baseUrl, clock, logger } = deps;

  async function profileOf(principal: Principal, profileId: string | undefined) {
    return profileId === undefined
      ? profiles.resolve(principal.workspaceId, undefined)
      : profiles.requireProfile(principal.workspaceId, profileId);
  }

  /**
   * The browser must come on the configured address, or the cookies set here would not be sent to the callback. When it
   * has just been sent there and Host still differs, a proxy hides the address it came on.
   */
  function redirectToBase(http: HttpRequest): string | null {
    const isThere = http.header('Host') === new URL(baseUrl).host || http.cookie(cookies.sentToBase) !== undefined;
    return isThere ? null : `${baseUrl}${http.target}`;
  }

  function callerOf(platform: PlatformId, principal: Principal | null, http: HttpRequest): FlowCaller {
    const connectSecret = http.cookie(cookies.connect(platform));
    return { platform, connectSecret, userId: principal?.userId ?? null };
  }

  function ended(
    platform: PlatformId,
    ending: Ending,
    { profileId = null, isWatched = false, detail = '' }: EndedAs = {},
  ) {
    return connectionPage(ending, { baseUrl, platform, profileId, isWatched }, detail);
  }

  return {
    async getConnectionStatus({ query, principal }) {
      const profile = await profileOf(principal, query.profileId);
      // Before the connections: one that the attempt has made is among them.
      const flow = query.attempt === undefined ? undefined : await oauthFlows.findAttempt(profile, query.attempt);
      const states = await connections.status(profile.id);
      const body = Object.fromEntries(states.map((state) => [state.platform, presentConnection(state, clock.now())]));
      const entry = flow && body[flow.platform];
      if (entry) entry.attempt = presentAttempt(flow);
      return { status: 200, body };
    },

    listPlatforms: () => ({ status: 200, body: { platforms: connections.platforms().map(presentPlatform) } }),

    async startConnection({ path, query, principal, http }) {
      const platform = platformOf(path.platform);
      const elsewhere = redirectToBase(http);
      if (elsewhere !== null) {
        return {
          status: 302,
          location: elsewhere,
          cookies: [cookies.set(cookies.sentToBase, '1', SENT_TO_BASE_SECONDS)],
        };
      }
      if (principal && query.profileId !== undefined) {
        await profiles.requireProfile(principal.workspaceId, query.profileId);
      }
      const { location, flowId, browserSecret } = await oauthFlows.start({
        platform,
        profileId: query.profileId ?? null,
        userId: principal?.userId ?? null,
        attempt: query.attempt ?? null,
      });
      return { status: 302, location, cookies: [cookies.set(cookies.flow(flowId), browserSecret, FLOW_SECONDS)] };
    },

    async completeConnection({ path, query, principal, http }) {
      const platform = platformOf(path.platform);
      const isFramed = ['iframe', 'frame', 'embed', 'object'].includes(http.header('Sec-Fetch-Dest') ?? '');
      if (query.state === undefined || isFramed) return { status: 400, ...ended(platform, 'foreign') };
      const flowCookie = cookies.flow(flowIdOf(query.state));
      const flow = await oauthFlows.claim({
        platform,
        state: query.state,
        browserSecret: http.cookie(flowCookie),
        userId: principal?.userId ?? null,
      });
      if (!flow) return { status: 400, ...ended(platform, await oauthFlows.whyNotClaimed(platform, query.state)) };
      const forget = cookies.clear(flowCookie);
      const { profile_id: profileId } = flow;
      const isWatched = flow.attempt_hash !== null;
      if (query.error !== undefined || !query.code || (query.iss !== undefined && !isIssuer(query.iss))) {
        const ending = query.error === undefined ? 'incomplete' : endingOf(query.error);
        await oauthFlows.cancel(flow, ending);
        const status = query.error === undefined ? 400 : 200;
        return { status, cookies: [forget], ...ended(platform, ending, { profileId, isWatched }) };
      }
      try {
        const { connectSecret } = await oauthFlows.authorize(flow, query.code);
        const about = { ...(profileId !== null && { profileId }), ...(isWatched && FROM_COMMAND) };
        const search = Object.keys(about).length === 0 ? '' : `?${new URLSearchParams(about)}`;
        const keep = cookies.set(cookies.connect(platform), connectSecret, FLOW_SECONDS);
        return { status: 302, location: `/connect/${platform}${search}`, cookies: [forget, keep] };
      } catch (thrown) {
        const error = toAppError(thrown);
        // Of this server's own: the network has done its part.
        const isOwn = error.code === 'internal_error' || error.code === 'unavailable';
        const ending = isOwn ? 'broken' : endingOfFailure(error);
        await oauthFlows.cancel(flow, ending).catch((err: unknown) => {
          logger.error({ err, platform }, 'how an attempt to connect has ended could not be stored');
        });
        if (isOwn) throw new BrokenAttempt(error, { profileId, isWatched });
        logger.warn({ err: error.cause ?? error, platform, code: error.code }, 'a connection could not be made');
        // What the network says of a refused code is written for connections that exist.
        const detail = ending === 'codeRefused' ? '' : error.message;
        const page = ended(platform, ending, { profileId, isWatched, detail });
        return { status: 502, cookies: [forget], ...page };
      }
    },

    async listAccountOptions({ path, principal, http }) {
      try {
        const options = await oauthFlows.options(callerOf(platformOf(path.platform), principal, http));
        return { status: 200, body: { options: options.map(presentOption) } };
      } catch (thrown) {
        throw asUpstream(thrown);
      }
    },

    async confirmConnection({ path, body, principal, http }) {
      const platform = platformOf(path.platform);
      const caller = callerOf(platform, principal, http);
      const started = await oauthFlows.startedFor(caller);
      const wanted = body.profileId ?? started ?? undefined;
      const profile = await profileOf(principal, wanted);
      await oauthFlows.confirm(caller, { accountId: body.option.accountId, profile }).catch((thrown: unknown) => {
        throw asUpstream(thrown);
      });
      return {
        status: 201,
        cookies: [cookies.clear(cookies.connect(platform))],
        body: { ok: true, redirect: `/connections?connected=${platform}&profileId=${profile.id}` },
      };
    },

    async connectWithToken({ path, body, principal }) {
      const platform = platformOf(path.platform);
      const { profileId, ...credential } = body;
      const profile = await profileOf(principal, profileId);
      const account = await pastedCredentials.connect(platform, credential, profile).catch((thrown: unknown) => {
        throw asUpstream(thrown);
      });
      return { status: 201, body: { ok: true, account: presentOption(account) } };
    },

    async disconnectPlatform({ path, body, principal }) {
      const platform = platformOf(path.platform);
      const profile = await profileOf(principal, body?.profileId);
      await connections.disconnect(profile, platform);
      return { status: 201, body: { ok: true } };
    },
  };
}

/** RFC 9207: a network that names itself must name the one that was asked; none of the networks here does. */
function isIssuer(iss: string): boolean {
  return iss === '';
}

/** Whatever the network did wrong while being asked for accounts is its failure, not the caller's. */
function asUpstream(thrown: unknown): AppError {
  const error = toAppError(thrown);
  // Written for connections that exist, and there is none yet.
  const isRefused = error.code === 'reconnect_required';
  const isUpstream = isRefused || error.code.startsWith('network_') || error.code === 'outcome_unknown';
  if (!isUpstream) return error;
  const message = isRefused
    ? 'The network refuses the access that it has just given; nothing was connected, start again'
    : `${error.message}; nothing was connected`;
  return new AppError('network_unavailable', message, { cause: error });
}
