import type { Schema } from '@social/types';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PostPlatformTable, PostStatus } from './schema.ts';

type Outcome = Schema<'PostOutcome'>;

/** What posts are searched by; what is left out holds for all. */
export interface PostFilters {
  readonly status?: PostStatus;
  /** Slug that the profile of the post had when it was made. */
  readonly profile?: string;
  /** Asked for on this platform. */
  readonly platform?: PostPlatformTable['platform'];
  /** What became of it is one of these. */
  readonly outcome?: readonly Outcome[];
  /** Some platform of the post is in this state; `attention`: in either. */
  readonly result?: 'failed' | 'unknown' | 'attention';
  /** Made by the call with this Idempotency-Key. */
  readonly key?: string;
}

/** One condition of a search, as SQL. */
export interface Filter {
  /** Ids of the workspace's posts that it holds for, by an index in the order of the ids. */
  readonly ids: RawBuilder<{ id: string }>;
  /** `ids` names others, too: each is looked at. */
  readonly isLoose?: true;
  /** Whether it holds for the post `candidate.id`. */
  readonly holds: RawBuilder<SqlBool>;
}

/** The conditions of a search, the one that is likely to find the fewest first. */
// The offset keeps Postgres from making a join of `holds`, at worst with every post there is, before it takes the chunk.
export function filtersOf(
  workspaceId: string,
  { status, profile, platform, outcome, result, key }: PostFilters,
): Filter[] {
  const filters: Filter[] = [];
  if (key !== undefined) {
    const isMadeByIt = sql`workspace_id = ${workspaceId} and key = ${key} and post_id is not null`;
    filters.push({
      ids: sql`select post_id as id from idempotency_key where ${isMadeByIt}`,
      holds: sql`exists (select 1 from idempotency_key where ${isMadeByIt} and post_id = candidate.id limit 1 offset 0)`,
    });
  }
  if (outcome !== undefined) filters.push(outcomeFilter(workspaceId, outcome));
  if (result !== undefined) filters.push(resultFilter(workspaceId, result));
  if (platform !== undefined) {
    const isAsked = sql`workspace_id = ${workspaceId} and platform = ${platform}`;
    filters.push({
      ids: sql`select post_id as id from post_platform where ${isAsked}`,
      holds: sql`exists (select 1 from post_platform where ${isAsked} and post_id = candidate.id limit 1 offset 0)`,
    });
  }
  if (profile !== undefined) filters.push(columnFilter(workspaceId, sql`profile_slug = ${profile}`));
  if (status !== undefined) filters.push(columnFilter(workspaceId, sql`status = ${status}`));
  return filters;
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

/** The status of the posts with an outcome. Once every platform has its result, it is up to the targets. */
const STATUS: Readonly<Record<Outcome, PostStatus>> = {
  scheduled: 'scheduled',
  pending: 'publishing',
  canceled: 'canceled',
  missed: 'missed',
  published: 'published',
  partial: 'published',
  failed: 'published',
  unknown: 'published',
};

/** The state of some target of the posts with an outcome, where it is one that has an index. */
const TROUBLE: Readonly<Partial<Record<Outcome, 'failed' | 'unknown'>>> = {
  partial: 'failed',
  failed: 'failed',
  unknown: 'unknown',
};

/**
 * Posts with one of these outcomes, as `outcomeOf` of the rules tells them. `ids` are by an index alone, so that reading
 * them is as quick as reading any others; what the other targets of a post say is looked at in `holds`.
 */
function outcomeFilter(workspaceId: string, outcomes: readonly Outcome[]): Filter {
  const asked = [...new Set(outcomes)];
  const states = new Set(asked.flatMap((outcome) => TROUBLE[outcome] ?? []));
  const statuses = new Set(asked.flatMap((outcome) => (outcome in TROUBLE ? [] : [STATUS[outcome]])));
  const sources = [
    ...[...states].map((state) => sql`select post_id as id from ${troubled(state, workspaceId)}`),
    ...[...statuses].map(
      (status) => sql`select id from post where workspace_id = ${workspaceId} and status = ${status}`,
    ),
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
  // First what most posts with a failed target are not: the rest need not be looked at.
  if (outcome === 'failed') return sql`not ${published} and ${isIn} and ${failed} and not ${unknown}`;
  if (outcome === 'partial') return sql`${isIn} and ${failed} and not ${unknown} and ${published}`;
  if (outcome === 'published') return sql`${isIn} and not ${failed} and not ${unknown}`;
  return isIn;
}

function hasTrouble(state: 'failed' | 'unknown', workspaceId: string): RawBuilder<SqlBool> {
  return sql`exists (select 1 from ${troubled(state, workspaceId)} and post_id = candidate.id limit 1 offset 0)`;
}

/** By the partial index, whose condition is there word for word: Postgres does not look up in it what it says already. */
function troubled(state: 'failed' | 'unknown', workspaceId: string): RawBuilder<unknown> {
  return sql`post_target where state = ${state} and state in ('failed', 'unknown') and workspace_id = ${workspaceId}`;
}
