import type { Schema } from '@social/types';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PostPlatformTable, PostStatus } from '../schema.ts';
import { unfinishedTargets } from '../targets/targets.ts';

type Outcome = Schema<'PostOutcome'>;

/** Statuses of the posts that wait or have ended unsent. */
export const UNSENT: readonly PostStatus[] = ['scheduled', 'canceled', 'missed'];

/** Condition of the index of these posts. A query must repeat it word for word. */
export const IS_UNSENT = sql<SqlBool>`status in (${sql.join(
  UNSENT.map((status) => sql.lit(status)),
  sql`, `,
)})`;

/** Conditions that posts must meet; a missing one admits every post. */
export interface PostFilters {
  readonly status?: PostStatus;
  /** Slug that the post's profile had when the post was created. */
  readonly profile?: string;
  /** Profiles, of which the post has one. */
  readonly profileIds?: readonly string[];
  /** A platform that the post was requested for. */
  readonly platform?: PostPlatformTable['platform'];
  /** Channels of accounts of the platform, of which the post was requested for one. */
  readonly channels?: readonly string[];
  /** Outcomes, of which the post has one. */
  readonly outcome?: readonly Outcome[];
  /** State of at least one platform of the post; `attention` stands for both. */
  readonly result?: 'failed' | 'unknown' | 'attention';
  /** Idempotency-Key of the call that created the post. */
  readonly key?: string;
  /** A label of the post, as it is stored. */
  readonly label?: string;
}

/** One condition of a search, as SQL. */
export interface Filter {
  /** Selects the ids of the workspace's posts that meet the condition, from an index in the order of the ids. */
  readonly ids: RawBuilder<{ id: string }>;
  /** Set where `ids` also selects posts that do not meet the condition, so that each needs `holds`. */
  readonly isLoose?: true;
  /** SQL condition on the post `candidate.id`. */
  readonly holds: RawBuilder<SqlBool>;
}

/** Tables that name the channel of an account to which a post goes. */
const CHANNELED = [sql.table('post_target'), sql.table('post_platform')] as const;
const FEW_CHANNELS = 10;

/** Makes the conditions of a search, the most selective one first. */
// The offset in `holds` keeps Postgres from joining it with every post before it takes the chunk.
export function filtersOf(
  workspaceId: string,
  { status, profile, profileIds, platform, channels, outcome, result, key, label }: PostFilters,
): Filter[] {
  const filters: Filter[] = [];
  if (key !== undefined) {
    const isMadeByIt = sql`workspace_id = ${workspaceId} and key = ${key} and post_id is not null`;
    filters.push({
      ids: sql`select post_id as id from idempotency_key where ${isMadeByIt}`,
      holds: sql`exists (select 1 from idempotency_key where ${isMadeByIt} and post_id = candidate.id limit 1 offset 0)`,
    });
  }
  if (label !== undefined) {
    const hasLabel = sql`workspace_id = ${workspaceId} and label = ${label}`;
    filters.push({
      ids: sql`select post_id as id from post_label where ${hasLabel}`,
      holds: sql`exists (select 1 from post_label where ${hasLabel} and post_id = candidate.id limit 1 offset 0)`,
    });
  }
  if (outcome !== undefined) filters.push(outcomeFilter(workspaceId, outcome));
  if (result !== undefined) filters.push(resultFilter(workspaceId, result));
  if (platform !== undefined) filters.push(platformFilter(workspaceId, platform, channels));
  if (profile !== undefined) filters.push(columnFilter(workspaceId, sql`profile_slug = ${profile}`));
  if (profileIds !== undefined) filters.push(columnFilter(workspaceId, sql`profile_id in (${sql.join(profileIds)})`));
  if (status !== undefined) filters.push(statusFilter(workspaceId, status));
  return filters;
}

function platformFilter(
  workspaceId: string,
  platform: PostPlatformTable['platform'],
  channels: readonly string[] | undefined,
): Filter {
  const isAsked = sql`workspace_id = ${workspaceId} and platform = ${platform}`;
  const ofPlatform = {
    ids: sql<{ id: string }>`select distinct post_id as id from post_platform where ${isAsked}`,
    holds: sql<SqlBool>`exists (select 1 from post_platform where ${isAsked} and post_id = candidate.id limit 1 offset 0)`,
  };
  if (channels === undefined) return ofPlatform;
  // A scheduled post has targets only from its time on.
  const holds = CHANNELED.map(
    (table) => sql`exists (select 1 from ${table} where channel in (${sql.join(channels)}) and post_id = candidate.id
      limit 1 offset 0)`,
  );
  // The posts of many accounts have no index in the order of the ids.
  const isOfFew = channels.length <= FEW_CHANNELS;
  const sources = CHANNELED.flatMap((table) =>
    channels.map((channel) => sql`select post_id as id from ${table} where channel = ${channel}`),
  );
  return {
    ids: isOfFew ? sql`${sql.join(sources, sql` union all `)}` : ofPlatform.ids,
    // So that a chunk of the ids is read at a time, however many there are.
    isLoose: true,
    holds: sql`(${sql.join(holds, sql` or `)})`,
  };
}

function resultFilter(workspaceId: string, result: NonNullable<PostFilters['result']>): Filter {
  const states = result === 'attention' ? (['failed', 'unknown'] as const) : [result];
  const ids = states.map((state) => sql`select post_id as id from ${troubled(state, workspaceId)}`);
  const holds = states.map((state) => hasTrouble(state, workspaceId));
  return { ids: sql`${sql.join(ids, sql` union all `)}`, holds: sql`(${sql.join(holds, sql` or `)})` };
}

function columnFilter(workspaceId: string, condition: RawBuilder<SqlBool>): Filter {
  return {
    ids: sql`select id from post where workspace_id = ${workspaceId} and ${condition}`,
    holds: sql`exists (select 1 from post where post.id = candidate.id and ${condition} limit 1 offset 0)`,
  };
}

function statusFilter(workspaceId: string, status: PostStatus): Filter {
  return {
    ids: postsIn(workspaceId, status),
    ...(status === 'published' && { isLoose: true as const }),
    holds: sql`exists (select 1 from post where post.id = candidate.id and status = ${status} limit 1 offset 0)`,
  };
}

/** Selects the posts in a status; for `published`, all posts, since most posts are and no index has them. */
export function postsIn(workspaceId: string, status: PostStatus): RawBuilder<{ id: string }> {
  if (status === 'published') return sql`select id from post where workspace_id = ${workspaceId}`;
  if (status === 'publishing') return sql`select post_id as id from ${unfinishedTargets(workspaceId)}`;
  return sql`select id from post where workspace_id = ${workspaceId} and status = ${status} and ${IS_UNSENT}`;
}

/** Status of the posts with an outcome. Outcomes that share a status differ in the states of the targets. */
const STATUS: Readonly<Record<Outcome, PostStatus>> = {
  scheduled: 'scheduled',
  pending: 'publishing',
  canceled: 'canceled',
  missed: 'missed',
  published: 'published',
  partial: 'published',
  failed: 'published',
  unknown: 'published',
  unpublished: 'published',
};

/** State, with an index, that at least one target of a post with this outcome has. */
const TROUBLE: Readonly<Partial<Record<Outcome, 'failed' | 'unknown'>>> = {
  partial: 'failed',
  failed: 'failed',
  unknown: 'unknown',
};

/**
 * Makes the condition that a post has one of these outcomes, as `outcomeOf` of the rules defines them. `ids` reads one
 * index only, which keeps it fast; `holds` checks the other targets of a post.
 */
function outcomeFilter(workspaceId: string, outcomes: readonly Outcome[]): Filter {
  const asked = [...new Set(outcomes)];
  const states = new Set(asked.flatMap((outcome) => TROUBLE[outcome] ?? []));
  const isIndexed = (outcome: Outcome) => outcome in TROUBLE || outcome === 'unpublished';
  const statuses = new Set(asked.flatMap((outcome) => (isIndexed(outcome) ? [] : [STATUS[outcome]])));
  const sources = [
    ...[...states].map((state) => sql`select post_id as id from ${troubled(state, workspaceId)}`),
    ...(asked.includes('unpublished') ? [sql`select post_id as id from ${removed(workspaceId)}`] : []),
    ...[...statuses].map((status) => postsIn(workspaceId, status)),
  ];
  const holds = asked.map((outcome) => sql`(${holdsFor(outcome, workspaceId)})`);
  return {
    ids: sql`${sql.join(sources, sql` union all `)}`,
    ...(asked.some((outcome) => STATUS[outcome] === 'published') && { isLoose: true as const }),
    holds: sql`(${sql.join(holds, sql` or `)})`,
  };
}

function holdsFor(outcome: Outcome, workspaceId: string): RawBuilder<SqlBool> {
  const isIn = sql<SqlBool>`exists (select 1 from post where post.id = candidate.id and status = ${STATUS[outcome]}
    limit 1 offset 0)`;
  const failed = hasTrouble('failed', workspaceId);
  const unknown = hasTrouble('unknown', workspaceId);
  const published = sql<SqlBool>`exists (select 1 from post_target where post_id = candidate.id and state = 'published'
    limit 1 offset 0)`;
  if (outcome === 'unknown') return sql`${isIn} and ${unknown}`;
  // Starts with the check that rules out most posts with a failed target.
  if (outcome === 'failed') return sql`not ${published} and ${isIn} and ${failed} and not ${unknown}`;
  const isTakenBack = sql<SqlBool>`(exists (select 1 from ${removed(workspaceId)} and post_id = candidate.id limit 1 offset 0)
    and not exists (select 1 from post_target where post_id = candidate.id and state = 'published' and removed_at is null
      limit 1 offset 0))`;
  if (outcome === 'unpublished') return sql`${isTakenBack} and ${isIn} and not ${unknown}`;
  if (outcome === 'partial')
    return sql`${isIn} and ${failed} and not ${unknown} and ${published} and not ${isTakenBack}`;
  if (outcome === 'published') return sql`${isIn} and not ${failed} and not ${unknown} and not ${isTakenBack}`;
  return isIn;
}

function hasTrouble(state: 'failed' | 'unknown', workspaceId: string): RawBuilder<SqlBool> {
  return sql`exists (select 1 from ${troubled(state, workspaceId)} and post_id = candidate.id limit 1 offset 0)`;
}

/** Selects the targets that were taken back, from their partial index. */
function removed(workspaceId: string): RawBuilder<unknown> {
  return sql`post_target where removed_at is not null and workspace_id = ${workspaceId}`;
}

/** Selects from the partial index. Postgres uses that index only when its condition is repeated word for word. */
function troubled(state: 'failed' | 'unknown', workspaceId: string): RawBuilder<unknown> {
  return sql`post_target where state = ${state} and state in ('failed', 'unknown') and workspace_id = ${workspaceId}`;
}
