import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SeenRequest } from '@social/sandbox';
import { usernameOf } from './accounts.ts';
import { type Accepted, type CrashWorld, networkOf } from './crash-world.ts';
import type { MadeCall } from './load.ts';

export interface ObservedTarget {
  readonly id: string;
  readonly post_id: string;
  readonly workspace_id: string;
  readonly platform: string;
  /** As the request spells it. */
  readonly target: string;
  /** Short name of the account; null without one. */
  readonly account_name: string | null;
  readonly channel: string | null;
  readonly part: number;
  readonly state: string;
  readonly code: string | null;
  readonly platform_post_id: string | null;
  readonly credits: number;
  readonly attempt: number;
  readonly not_before: string | null;
  readonly due_at: string | null;
  readonly removed_at: string | null;
}

/** The removal of a target, with what the target is of. */
export interface ObservedRemoval {
  readonly target_id: string;
  readonly state: string;
  readonly operation_id: string;
  readonly reservation_id: string;
  readonly credits: number;
  readonly platform: string;
  readonly account_name: string | null;
  readonly part: number;
}

/** An event for webhooks. */
export interface ObservedEvent {
  readonly workspace_id: string;
  readonly number: number;
  readonly id: string;
  readonly kind: string;
  readonly object_id: string;
}

export interface ObservedPost {
  readonly id: string;
  readonly profile_id: string;
  readonly text: string;
  /** JSON: further parts. */
  readonly thread: string | null;
  /** JSON: comments. */
  readonly comments: string | null;
  readonly status: string;
  readonly platforms: string;
  readonly due_at: string | null;
}

/** Returns the text that a target was to publish: one part of a thread where there are replies, the whole elsewhere; then comments. */
function intendedTexts({ posts }: Pick<Observation, 'posts'>): (target: ObservedTarget) => string | undefined {
  const listOf = (json: string | null) => JSON.parse(json ?? '[]') as string[];
  const texts = new Map(posts.map((post) => [post.id, [post.text, ...listOf(post.thread)]]));
  const comments = new Map(posts.map((post) => [post.id, listOf(post.comments)]));
  return ({ post_id, platform, part }) => {
    const parts = texts.get(post_id) ?? [];
    const sent = platform === 'profnet' ? [parts.join('\n\n')] : parts;
    return [...sent, ...(comments.get(post_id) ?? [])][part - 1];
  };
}

/** Returns where a target was to publish what: network, account and text, as `placeOf` has them. */
export function intendedPlaces(observed: Pick<Observation, 'posts'>): (target: ObservedTarget) => string {
  const textOf = intendedTexts(observed);
  return (target) => `${networkOf(target.platform)} ${usernameOf(target.account_name ?? '')} ${textOf(target)}`;
}

/** Returns where a network has what: network, account and text. */
export function placeOf({ network, account, text }: Accepted): string {
  return `${network} ${account} ${text}`;
}

/** What a charge is for: a part on all accounts of a platform, by the id of what asked for it. */
export function chargeOf(
  id: string,
  { platform, part = 1 }: { readonly platform: string; readonly part?: number },
): string {
  return `${id} ${platform} ${part}`;
}

/** What an entry of the log is for: a part on one account of a platform, by the id of its post. */
export function purposeOf(
  id: string,
  { platform, account_name, part }: Pick<ObservedTarget, 'platform' | 'account_name' | 'part'>,
): string {
  return `${id} ${platform} ${usernameOf(account_name ?? '')} ${part}`;
}

/** What the metadata of an entry of the log says of its target. */
export interface LoggedTarget {
  readonly platform: string;
  /** Short name that the account had then; absent without one. */
  readonly target?: string;
  readonly part?: number;
}

/** The purpose of an entry of the log. */
export function loggedPurpose(id: string, { platform, target, part = 1 }: LoggedTarget): string {
  return purposeOf(id, { platform, account_name: target ?? null, part });
}

/** Everything the invariants are about, read at one moment. */
export interface Observation {
  /** Every post that the networks have accepted. */
  readonly accepted: readonly Accepted[];
  /** Likes, messages and the like that networks have been asked for. */
  readonly actions: readonly SeenRequest[];
  readonly posts: readonly ObservedPost[];
  readonly targets: readonly ObservedTarget[];
  readonly removals: readonly ObservedRemoval[];
  readonly workspaces: readonly { readonly id: string; readonly balance: number; readonly held: number }[];
  readonly ledger: readonly {
    readonly workspace_id: string;
    readonly amount: number;
    readonly action: string;
    readonly operation_id: string;
    readonly metadata: string;
  }[];
  readonly holds: readonly { readonly id: string; readonly workspace_id: string; readonly amount: number }[];
  readonly logs: readonly { readonly status: string; readonly platform: string; readonly metadata: string }[];
  /** Recorded events and what has arrived of them; null in a world without webhooks. */
  readonly webhooks: {
    readonly events: readonly ObservedEvent[];
    /** Every delivery that a receiver has answered with 200. */
    readonly received: readonly { readonly id: string; readonly body: string }[];
  } | null;
  /** Findings of SQLite's own checks; empty when all is well. */
  readonly damage: readonly string[];
  /** Every call that clients made. */
  readonly calls: readonly MadeCall[];
}

const LOGS =
  "select status, platform, metadata from activity_log where action = 'post.published' order by workspace_id, seq";
/** Credits that targets hold, each named by target and attempt, and the open holds of actions. */
const HOLDS = `select id || '.' || attempt as id, workspace_id, held as amount from post_target where held > 0
  union all select id, workspace_id, cast(amount as integer) as amount from credit_reservation where state = 'held'`;

const REMOVALS = `select target_id, removal.state, operation_id, reservation_id, cast(removal.credits as integer) as credits, platform, account_name, part
  from removal join post_target on post_target.id = target_id`;

/** Reads database and networks. What is on its way while it is read may look unfinished. */
export async function observe(world: CrashWorld, calls: readonly MadeCall[]): Promise<Observation> {
  return {
    posts: await world.query<ObservedPost>(
      'select id, profile_id, text, thread, comments, status, platforms, due_at from post',
    ),
    targets: await world.query<ObservedTarget>('select * from post_target'),
    removals: await world.query<ObservedRemoval>(REMOVALS),
    workspaces: await world.query<Observation['workspaces'][number]>(
      'select id, cast(balance as integer) as balance, cast(held as integer) as held from workspace',
    ),
    ledger: await world.query<Observation['ledger'][number]>(
      'select workspace_id, cast(amount as integer) as amount, action, operation_id, metadata from ledger_entry',
    ),
    holds: await world.query<Observation['holds'][number]>(HOLDS),
    logs: await world.query<Observation['logs'][number]>(LOGS),
    webhooks: await observeWebhooks(world),
    damage: findDamage(world.dataDir),
    accepted: await world.accepted(),
    actions: (await world.sandbox.requests()).filter(({ operation }) => operation === 'action'),
    calls,
  };
}

async function observeWebhooks({ receiver, query }: CrashWorld): Promise<Observation['webhooks']> {
  if (receiver === null) return null;
  const events = await query<ObservedEvent>(
    'select workspace_id, cast(number as integer) as number, id, kind, object_id from webhook_event order by number',
  );
  const received = receiver.received.map(({ headers, body }) => ({ id: String(headers['webhook-id']), body }));
  return { events, received };
}

function findDamage(dataDir: string): string[] {
  const path = join(dataDir, 'social.db');
  if (!existsSync(path)) return [];
  using database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  const pages = database.prepare('pragma integrity_check').all();
  const references = database.prepare('pragma foreign_key_check').all();
  return [
    ...pages.map((row) => String(row['integrity_check'])),
    ...references.map((row) => JSON.stringify(row)),
  ].filter((finding) => finding !== 'ok');
}

/** Returns true when no target is being sent, taken back or waits its turn, and no post is scheduled. */
export async function isSettled(world: CrashWorld): Promise<boolean> {
  // First, since a post that is begun in between has targets that are found below.
  const posts = await world.query("select id from post where status = 'scheduled' limit 1");
  const targets = await world.query(
    `select id from post_target as target where state = 'sending' or (state = 'pending' and (not_before is null or due_at is null) and not exists (
       select 1 from post_target as earlier where earlier.post_id = target.post_id and earlier.target = target.target
       and earlier.part < target.part and earlier.state = 'pending' and earlier.not_before is not null and earlier.due_at is not null)) limit 1`,
  );
  const removals = await world.query("select target_id from removal where state = 'removing' limit 1");
  return targets.length + posts.length + removals.length === 0;
}

/** Lines of the log that are searched as one text. */
const LOG_LINES = 10_000;

/**
 * Makes the search in everything that the servers have written: data directory (but the key), rows, log, answers. A soak writes more
 * than fits in one string.
 */
export async function createWrittenSearch(
  world: CrashWorld,
  calls: readonly MadeCall[],
): Promise<(text: string) => boolean> {
  const files = readdirSync(world.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const written = [
    ...files.map((entry) => readFileSync(join(entry.parentPath, entry.name))),
    await world.dump(),
    ...inTexts(world.log),
    ...inTexts(calls.map(({ answer }) => answer?.text ?? '')),
  ];
  return (text) => written.some((part) => part.includes(text));
}

function inTexts(lines: readonly string[]): string[] {
  const starts = Array.from({ length: Math.ceil(lines.length / LOG_LINES) }, (_, index) => index * LOG_LINES);
  return starts.map((start) => lines.slice(start, start + LOG_LINES).join('\n'));
}
