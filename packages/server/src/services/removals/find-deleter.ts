import type { PlatformDriver } from '@social/platforms';
import { deletionCost } from '@social/rules';
import type { ErrorCode, PlatformId } from '@social/types';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Database } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { Connections } from '../connections/connections.ts';
import { accessTo, type Refusal } from '../connections/refusals.ts';
import type { Plan } from '../credits/plans.ts';
import type { Platforms } from '../networks/platforms.ts';
import { otherPublisher } from '../targets/other-publisher.ts';

/** An account that can delete what it has published, or the reason why nothing can be deleted. */
export type Deleter =
  | {
      readonly connection: ConnectionRow;
      readonly deletePost: NonNullable<PlatformDriver['actions']['deletePost']>;
      readonly refusal: null;
    }
  | { readonly refusal: Refusal };

/**
 * Finds the account that can delete targets of one platform.
 * @param plan plan of the workspace; null when the removal was allowed before
 */
export type FindDeleter = (
  profileId: string,
  targets: readonly [TargetRow, ...TargetRow[]],
  plan: Plan | null,
) => Promise<Deleter>;

/** Makes the function that finds the account that published targets, where its network lets programs delete. */
export function createFindDeleter(deps: { db: Database; connections: Connections; platforms: Platforms }): FindDeleter {
  return async (profileId, targets, plan) => {
    const [{ platform }] = targets;
    // Before the connection: connecting an account would not help.
    if (deletionCost(platform) === null) return noWay(platform);
    const { connection, refusal } = accessTo(platform, await deps.connections.find(profileId, platform), plan);
    if (refusal) return { refusal };
    const other = await otherPublisher(deps.db, connection, targets);
    if (other !== null) return refuse('not_connected', other);
    const driver = deps.platforms.of(connection)?.driver;
    if (!driver) return refuse('platform_not_configured', `${platform} is not set up on this server`);
    const { deletePost } = driver.actions;
    return deletePost ? { connection, deletePost, refusal: null } : noWay(platform);
  };
}

function noWay(platform: PlatformId): Deleter {
  return refuse('not_deletable', `${platform} offers programs no way to delete a post: delete it there`);
}

function refuse(code: ErrorCode, message: string): Deleter {
  return { refusal: { code, message } };
}
