import type { CounterCapability } from '@social/platforms';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Database } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { otherPublisher } from '../connections/accounts.ts';
import type { Connections } from '../connections/connections.ts';
import { accessTo } from '../connections/refusals.ts';
import type { Plan } from '../credits/plans.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { ReadingProblem } from './readings.ts';

/** The account that can read the counters of a target, or the reason why none can. */
export type FoundCounter =
  | { readonly connection: ConnectionRow; readonly counters: CounterCapability; readonly problem: null }
  | { readonly problem: ReadingProblem };

/** Finds the account that published a target, where its network tells counters. @param plan null when the plan does not matter */
export type FindCounter = (
  profileId: string,
  target: Pick<TargetRow, 'platform' | 'target' | 'channel' | 'account' | 'connection_id'>,
  plan: Plan | null,
) => Promise<FoundCounter>;

/** Makes the function that finds the account. */
export function createFindCounter(deps: { db: Database; connections: Connections; platforms: Platforms }): FindCounter {
  const { db, connections, platforms } = deps;
  return async (profileId, target, plan) => {
    const { platform } = target;
    const meant = await connections.findFor(profileId, target);
    const found = meant.connection;
    const networks = found ? [platforms.of(found)] : platforms.all(platform);
    // Before the connection: connecting an account would not help.
    const [only, ...others] = networks.map((network) => network?.driver.counters);
    if (only && others.length === 0 && 'none' in only) return problem('not_told', only.none);
    const { connection, refusal } = accessTo(target.target, meant, plan);
    if (refusal) return problem('not_connected', refusal.message);
    const other = await otherPublisher(db, connection, [target]);
    if (other !== null) return problem('not_connected', other);
    if (!only) return problem('not_connected', `${platform} is not set up on this server`);
    if ('none' in only) return problem('not_told', only.none);
    return { connection, counters: only, problem: null };
  };
}

function problem(reason: ReadingProblem['reason'], note: string): FoundCounter {
  return { problem: { reason, note } };
}
