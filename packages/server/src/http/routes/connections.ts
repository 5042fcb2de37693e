import type { NamedServer } from '@social/platforms';
import { isPlatformId, type PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log/logger.ts';
import { type Part, requireParts } from '../../services/access/rights.ts';
import type { FlowCaller } from '../../services/connections/account-choice.ts';
import { FLOW_LIFETIME_MS, flowIdOf } from '../../services/connections/oauth-flows.ts';
import { requireTargets } from '../../services/contents/allowed-targets.ts';
import type { OauthFlowRow } from '../../store/connections/oauth-flows.ts';
import type { FlowCookies } from '../callers/cookies.ts';
import type { Principal } from '../callers/principal.ts';
import type { HandlersOf, HttpRequest } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import {
  BrokenAttempt,
  connectionPage,
  type Ending,
  endingOf,
  endingOfFailure,
  presentAttempt,
} from '../pages/connection-pages.ts';
import { presentAccount, presentConnections, presentOption, presentPlatform } from '../presenters/present.ts';
import { toAppError } from '../replies/error-funnel.ts';
import { smallFile } from '../replies/file-reply.ts';

interface ConnectionDeps
  extends Pick<
    Services,
    'db' | 'connections' | 'networkApps' | 'oauthFlows' | 'pastedCredentials' | 'pictures' | 'profiles'
  > {
  readonly cookies: FlowCookies;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Attempt {
  /** Profile of the flow. */
  readonly profileId: string | null;
  readonly isWatched: boolean;
}

const NO_ATTEMPT: Attempt = { profileId: null, isWatched: false };
const FLOW_SECONDS = FLOW_LIFETIME_MS / 1000;
const SENT_TO_BASE_SECONDS = 10;
/** Tells the web app that a command waits for the connection. */
const FROM_COMMAND = { from: 'command' };

/** All accounts of a platform, for the limits of a caller. */
function wholeOf(platform: PlatformId): Part {
  return { target: platform, platform, network: null, channel: null };
}

function platformOf(text: string): PlatformId {
  if (isPlatformId(text)) return text;
  throw new AppError('platform_unknown', 'There is no such platform; GET /api/connect/status lists them');
}

/** Connections to networks: the browser flow, pasted tokens, state and end. */
export function connectionRoutes(deps: ConnectionDeps): HandlersOf<'connections'> {
  const { db, connections, networkApps, oauthFlows, pastedCredentials, pictures, profiles } = deps;
  const { cookies, baseUrl, clock, logger } = deps;

  async function profileOf(principal: Principal, profileId: string | undefined) {
    return profileId === undefined
      ? profiles.resolve(principal, undefined)
      : profiles.requireProfile(principal, profileId);
  }

  /**
   * Returns the configured address when the browser uses another one: it would not send the cookies of this answer to the
   * callback. A browser that was just redirected and still has another Host is behind a proxy that rewrites Host.
   */
  function redirectToBase(http: HttpRequest) {
    const isThere = http.header('Host') === new URL(baseUrl).host || http.cookie(cookies.sentToBase) !== undefined;
    if (isThere) return null;
    const remember = cookies.set(cookies.sentToBase, '1', SENT_TO_BASE_SECONDS);
    return { status: 302 as const, location: `${baseUrl}${http.target}`, cookies: [remember] };
  }

  function callerOf(platform: PlatformId, principal: Principal | null, http: HttpRequest): FlowCaller {
    const connectSecret = http.cookie(cookies.connect(platform));
    return { platform, connectSecret, userId: principal?.userId ?? null };
  }

  function ended(platform: PlatformId, ending: Ending, of: Attempt & { detail?: string } = NO_ATTEMPT) {
    const { detail, ...attempt } = of;
    return connectionPage(ending, { baseUrl, platform, ...attempt }, detail);
  }

  /** Stores and logs why the exchange of the code failed. @throws BrokenAttempt when this server has failed, and not the network */
  async function failed(flow: OauthFlowRow, error: AppError, attempt: Attempt) {
    const { platform } = flow;
    const isOwn = error.code === 'internal_error' || error.code === 'unavailable';
    const ending = isOwn ? 'broken' : endingOfFailure(error, platform);
    await oauthFlows.cancel(flow, ending).catch((err: unknown) => {
      logger.error({ err, platform }, 'could not store how a connection attempt ended');
    });
    if (isOwn) throw new BrokenAttempt(error, attempt);
    logger.warn({ err: error.cause ?? error, platform, code: error.code }, 'a connection could not be made');
    // The network's message about a refused code is about existing connections.
    return { ending, detail: ending === 'codeRefused' ? '' : error.message };
  }

  return {
    async getConnectionStatus({ query, principal }) {
      const profile = await profileOf(principal, query.profileId);
      // Read before the connections, so that a connection of the attempt is among them.
      const flow = query.attempt === undefined ? undefined : await oauthFlows.findAttempt(profile, query.attempt);
      const states = await connections.status(profile.id);
      const body = Object.fromEntries(states.map((state) => [state.platform, presentConnections(state, clock.now())]));
      const entry = flow && body[flow.platform];
      if (entry) entry.attempt = presentAttempt(flow);
      return { status: 200, body };
    },

    async getAccountPicture({ path, query, principal }) {
      const platform = platformOf(path.platform);
      const profile = await profileOf(principal, query.profileId);
      const { connection } = await connections.find(profile.id, platform, query.account);
      const found = connection && (await pictures.find(connection));
      if (!found) throw new AppError('not_connected', `${profile.name} has no picture of a ${platform} account`);
      return { status: 200, file: smallFile(found, `${platform}-account`) };
    },

    listPlatforms: () => ({ status: 200, body: { platforms: connections.platforms().map(presentPlatform) } }),

    async startConnection({ path, query, principal, http }) {
      const platform = platformOf(path.platform);
      const elsewhere = redirectToBase(http);
      if (elsewhere) return elsewhere;
      if (principal && query.profileId !== undefined) {
        await profiles.requireProfile(principal, query.profileId);
      }
      const { location, flowId, browserSecret } = await oauthFlows.start({
        platform,
        profileId: query.profileId ?? null,
        userId: principal?.userId ?? null,
        attempt: query.attempt ?? null,
        named: namedIn(query),
        chooseAccount: query.chooseAccount ?? false,
      });
      return { status: 302, location, cookies: [cookies.set(cookies.flow(flowId), browserSecret, FLOW_SECONDS)] };
    },

    async describeApp({ path }) {
      return { status: 200, body: await networkApps.describe(platformOf(path.platform)) };
    },

    async completeConnection({ path, query: { state, error, code, iss }, principal, http }) {
      const platform = platformOf(path.platform);
      const isFramed = ['iframe', 'frame', 'embed', 'object'].includes(http.header('Sec-Fetch-Dest') ?? '');
      if (state === undefined || isFramed) return { status: 400, ...ended(platform, 'foreign') };
      const flowCookie = cookies.flow(flowIdOf(state));
      // Some networks send the browser back to the address of this machine in place of its name.
      const elsewhere = http.cookie(flowCookie) === undefined ? redirectToBase(http) : null;
      if (elsewhere) return elsewhere;
      const userId = principal?.userId ?? null;
      const flow = await oauthFlows.claim({ platform, state, browserSecret: http.cookie(flowCookie), userId });
      if (!flow) return { status: 400, ...ended(platform, await oauthFlows.whyNotClaimed(platform, state)) };
      const forget = cookies.clear(flowCookie);
      const attempt = { profileId: flow.profile_id, isWatched: flow.attempt_hash !== null };
      // A network that names itself must be the flow's (RFC 9207): its driver compares the name. The others never do so.
      const isForeign = (iss !== undefined) !== oauthFlows.namesIssuer(flow);
      if (error !== undefined || !code || isForeign) {
        const ending = error === undefined ? 'incomplete' : endingOf(error, platform);
        await oauthFlows.cancel(flow, ending);
        const status = error === undefined ? 400 : 200;
        return { status, cookies: [forget], ...ended(platform, ending, attempt) };
      }
      try {
        const { connectSecret } = await oauthFlows.authorize(flow, code, iss);
        const keep = cookies.set(cookies.connect(platform), connectSecret, FLOW_SECONDS);
        return { status: 302, location: `/connect/${platform}${searchOf(attempt)}`, cookies: [forget, keep] };
      } catch (thrown) {
        const { ending, detail } = await failed(flow, toAppError(thrown), attempt);
        return { status: 502, cookies: [forget], ...ended(platform, ending, { ...attempt, detail }) };
      }
    },

    async listAccountOptions({ path, principal, http }) {
      const caller = callerOf(platformOf(path.platform), principal, http);
      const options = await fromNetwork(oauthFlows.options(caller));
      return { status: 200, body: { options: options.map(presentOption) } };
    },

    async confirmConnection({ path, body, principal, http }) {
      const platform = platformOf(path.platform);
      const caller = callerOf(platform, principal, http);
      const started = await oauthFlows.startedFor(caller);
      const profile = await profileOf(principal, body.profileId ?? started ?? undefined);
      await fromNetwork(oauthFlows.confirm(caller, { accountId: body.option.accountId, profile }));
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
      const account = await fromNetwork(
        pastedCredentials.connect(platform, credential, { profile, rights: principal.rights }),
      );
      return { status: 201, body: { ok: true, account: presentOption(account) } };
    },

    async changeAccount({ path, body: { profileId, ...change }, principal }) {
      const platform = platformOf(path.platform);
      const profile = await profileOf(principal, profileId);
      // Others publish to the default account when they name the platform alone.
      if (change.isDefault) requireParts(principal.rights, [wholeOf(platform)]);
      await requireTargets(db, principal.rights, profile.id, [`${platform}:${path.account}`]);
      const account = await connections.change(profile, platform, path.account, change);
      return { status: 200, body: presentAccount(account, clock.now()) };
    },

    async disconnectPlatform({ path, body, principal }) {
      const platform = platformOf(path.platform);
      const profile = await profileOf(principal, body?.profileId);
      if (body?.account === undefined) requireParts(principal.rights, [wholeOf(platform)]);
      else await requireTargets(db, principal.rights, profile.id, [`${platform}:${body.account}`]);
      await connections.disconnect(profile, platform, body?.account);
      return { status: 201, body: { ok: true } };
    },
  };
}

/** The account or server that a query names. Empty fields of a form name nothing. */
function namedIn({ handle, host }: NamedServer): NamedServer {
  return { ...(handle && { handle }), ...(host && { host }) };
}

/** The query with which the web app continues an attempt. */
function searchOf({ profileId, isWatched }: Attempt): string {
  const about = { ...(profileId !== null && { profileId }), ...(isWatched && FROM_COMMAND) };
  return Object.keys(about).length === 0 ? '' : `?${new URLSearchParams(about)}`;
}

/** Waits for a call to a network. @throws AppError that does not blame the caller for the network's failure */
async function fromNetwork<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (thrown) {
    throw asUpstream(thrown);
  }
}

/** Converts a failure of the network into an answer that does not blame the caller. */
function asUpstream(thrown: unknown): AppError {
  const error = toAppError(thrown);
  // That code's own message is about an existing connection.
  const isRefused = error.code === 'reconnect_required';
  const isUpstream = isRefused || error.code.startsWith('network_') || error.code === 'outcome_unknown';
  if (!isUpstream) return error;
  const message = isRefused
    ? 'The network refuses the access that it has just given; nothing was connected, start again'
    : `${error.message}; nothing was connected`;
  return new AppError('network_unavailable', message, { cause: error });
}
