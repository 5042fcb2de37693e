import { prepare } from './database/prepared.ts';
import type { PostEventTable, PostTargetTable, Queryable, WorkspaceTable } from './schema.ts';
import { listSendingOf } from './targets/targets.ts';

/** Part of a workspace's data that is watched for changes. */
export interface LiveState {
  /** Steps of the workspace's posts, newest first. */
  readonly steps: readonly Pick<PostEventTable, 'id' | 'post_id'>[];
  readonly workspace: Pick<WorkspaceTable, 'plan' | 'period_end' | 'balance' | 'held' | 'used' | 'log_count'>;
  readonly connections: readonly { readonly profile_id: string }[];
  readonly profiles: readonly { readonly id: string }[];
  /** Targets that are being sent, with their progress. */
  readonly sending: readonly Pick<PostTargetTable, 'id' | 'post_id' | 'progress'>[];
}

const workspaces = prepare<[id: string], LiveState['workspace']>((db) =>
  db
    .selectFrom('workspace')
    .select(['plan', 'period_end', 'balance', 'held', 'used', 'log_count'])
    .where('id', '=', ''),
);
const steps = prepare<[workspaceId: string, after: string, limit: number], LiveState['steps'][number]>((db) =>
  db
    .selectFrom('post_event')
    .select(['id', 'post_id'])
    .where('workspace_id', '=', '')
    .where('id', '>=', '')
    .orderBy('id', 'desc')
    .limit(0),
);
// Leaves out `updated_at`: a renewal of tokens changes nothing that a user sees of a connection.
const connections = prepare<[workspaceId: string], LiveState['connections'][number]>((db) =>
  db
    .selectFrom('connection')
    .select([
      'id',
      'profile_id',
      'state',
      'connected_at',
      'username',
      'display_name',
      'missing_scopes',
      'expiry_warned_days',
    ])
    .where('workspace_id', '=', '')
    .orderBy('id'),
);
const profiles = prepare<[workspaceId: string], LiveState['profiles'][number]>((db) =>
  db.selectFrom('profile').select(['id', 'name', 'is_default']).where('workspace_id', '=', '').orderBy('id'),
);

/**
 * Reads the state of a workspace.
 * @param from id of the oldest step to read
 * @param limit largest number of steps
 * @returns undefined when there is no such workspace
 */
export async function readLiveState(
  db: Queryable,
  workspaceId: string,
  from: string,
  limit: number,
): Promise<LiveState | undefined> {
  const [workspace] = await workspaces(db, workspaceId);
  return (
    workspace && {
      workspace,
      steps: await steps(db, workspaceId, from, limit),
      connections: await connections(db, workspaceId),
      profiles: await profiles(db, workspaceId),
      sending: await listSendingOf(db, workspaceId),
    }
  );
}

/** Reduces a state to what belongs to some profiles. Says nothing of the workspace itself. */
export async function reduceToProfiles(
  db: Queryable,
  state: LiveState,
  profileIds: readonly string[],
): Promise<LiveState> {
  const asked = [...new Set([...state.steps, ...state.sending].map(({ post_id }) => post_id))];
  const found =
    asked.length === 0
      ? []
      : await db
          .selectFrom('post')
          .select('id')
          .where('id', 'in', asked)
          .where('profile_id', 'in', profileIds)
          .execute();
  const posts = new Set(found.map(({ id }) => id));
  return {
    steps: state.steps.filter(({ post_id }) => posts.has(post_id)),
    sending: state.sending.filter(({ post_id }) => posts.has(post_id)),
    connections: state.connections.filter(({ profile_id }) => profileIds.includes(profile_id)),
    profiles: state.profiles.filter(({ id }) => profileIds.includes(id)),
    workspace: {
      plan: state.workspace.plan,
      period_end: state.workspace.period_end,
      balance: 0,
      held: 0,
      used: 0,
      log_count: 0,
    },
  };
}
