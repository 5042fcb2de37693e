import { type AccountOption, type OAuthCapability, PlatformError } from '@social/platforms';
import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import type { Keyring } from '../../secrets.ts';
import {
  deleteExpiredFlows,
  deleteFlow,
  listAbandonedFlows,
  listLiveFlows,
  type OauthFlowRow,
  takeAbandonedFlow,
} from '../../store/connections/oauth-flows.ts';
import type { Database } from '../../store/schema.ts';
import type { Platforms } from '../networks/platforms.ts';
import { flowPlace, type StoredTokens } from './account-choice.ts';
import type { Tokens } from './tokens.ts';

const HOUR_MS = 3_600_000;
/** Time before tokens that could not be revoked are tried again, and for how long after the start of the sign-in. */
const [AGAIN_MS, GIVE_UP_MS] = [HOUR_MS, 24 * HOUR_MS];
const REQUEST_MS = 5_000;
/** Most sign-ins whose tokens one run of the job revokes. */
const BATCH = 10;

/**
 * Makes the job that deletes sign-ins that were not finished, after it has revoked the tokens that they got. They stay stored until then.
 */
export function createAbandonedFlows(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  keyring: Keyring;
  platforms: Platforms;
  tokens: Tokens;
}) {
  const { db, clock, logger, keyring, platforms, tokens } = deps;

  /** @returns false when a sign-in under way may get the same grant: it is to be tried again then */
  async function revoke(flow: OauthFlowRow, signal: AbortSignal): Promise<boolean> {
    const oauth = platforms.of(flow)?.driver.oauth;
    if (!oauth?.revoke) return true;
    const call = { signal, timeoutMs: REQUEST_MS };
    const held = JSON.parse(keyring.open(flow.tokens ?? '', flowPlace(flow.id, 'tokens'))) as StoredTokens;
    const accountIds = idsIn(flow) ?? (oauth.revokesTokenAlone ? undefined : await readIds(oauth, held, call));
    // Before the connections are read, one of which may come from such a sign-in.
    const live = await listLiveFlows(db, flow, isoNow(clock));
    const isShared = (other: OauthFlowRow) => idsIn(other)?.some((id) => accountIds?.includes(id) ?? true) ?? true;
    if (live.some(isShared)) return false;
    await tokens.revokeUnused(held, { ...flow, ...(accountIds && { accountIds }) }, call);
    return true;
  }

  async function end(flow: OauthFlowRow, signal: AbortSignal): Promise<void> {
    const until = new Date(clock.now() + AGAIN_MS).toISOString();
    if (!(await takeAbandonedFlow(db, flow, until))) return;
    try {
      if (await revoke(flow, signal)) await deleteFlow(db, flow.id);
    } catch (err) {
      if (signal.aborted) {
        // For the next run, here or in another process.
        await takeAbandonedFlow(db, { ...flow, stage: 'ended', expires_at: until }, flow.expires_at);
        return;
      }
      const { platform } = flow;
      logger.warn(
        { err, platform },
        'could not revoke the grant of a sign-in that was not finished; it is tried again',
      );
    }
  }

  return async function endAbandoned(stopping: AbortSignal): Promise<void> {
    await deleteExpiredFlows(db, isoNow(clock), new Date(clock.now() - GIVE_UP_MS).toISOString());
    for (const flow of await listAbandonedFlows(db, isoNow(clock), BATCH)) {
      if (stopping.aborted) return;
      await end(flow, stopping);
    }
  };
}

/** Ids of the accounts of a sign-in; null until they are read. */
function idsIn({ options }: OauthFlowRow): string[] | null {
  return options === null ? null : (JSON.parse(options) as AccountOption[]).map(({ accountId }) => accountId);
}

/** Reads the ids of the accounts of a token; none for a token that the network no longer takes. */
async function readIds(
  oauth: OAuthCapability,
  { accessToken }: StoredTokens,
  call: Parameters<OAuthCapability['listAccounts']>[1],
): Promise<string[]> {
  try {
    return (await oauth.listAccounts(accessToken, call)).map(({ accountId }) => accountId);
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'reconnect') return [];
    throw error;
  }
}
