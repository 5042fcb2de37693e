import type { Schema } from '@social/types';
import { timeOfId } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import type { LiveState } from '../../store/live-state.ts';

export type Change = Schema<'Change'>;

/** Every poll re-reads this far back: rows commit after the timestamp in their id, and clocks differ. */
export const OVERLAP_MS = 10_000;
/** Number of steps per poll. A reader that missed more must read all posts again. */
export const MAX_STEPS = 1_000;
const MAX_POST_IDS = 100;
const MAX_AGE_MS = 24 * 3_600_000;
/** Number of steps that fit into the id of an event. A reader that has seen more is sent some of them again. */
const MAX_TOKENS = 32;
const SHORT = 4;

/** Changes that a reader has been sent. */
export interface Position {
  /** Instant in milliseconds since 1970, by the clock that makes ids. */
  readonly at: number;
  /** Random ends of the ids of sent steps that the next poll reads again, newest first. */
  readonly told: ReadonlySet<string>;
  readonly logCount: number;
  readonly usage: string;
  readonly connections: string;
  readonly profiles: string;
  readonly progress: string;
  /** Progress by target; null when only the digest is known. */
  readonly progressOf: ReadonlyMap<string, string | null> | null;
}

/** Makes the position of a reader that has seen a state. @param at instant at which the poll began, milliseconds since 1970 */
export function positionAt(state: LiveState, at: number): Position {
  const { log_count: logCount, ...usage } = state.workspace;
  return {
    at,
    told: new Set(state.steps.filter(({ id }) => timeOfId(id) > at - OVERLAP_MS).map(({ id }) => tokenOf(id))),
    logCount,
    usage: digest(usage),
    connections: digest(state.connections),
    profiles: digest(state.profiles),
    progress: digest(state.sending),
    progressOf: new Map(state.sending.map(({ id, progress }) => [id, progress])),
  };
}

/** Lists what a reader at a position must read again. @returns null when nothing has changed */
export function changeSince(from: Position, state: LiveState, now: Position): Change | null {
  const posts = new Set(progressed(from, state, now));
  const since = from.at - OVERLAP_MS;
  for (const { id, post_id } of state.steps) {
    if (timeOfId(id) > since && !isTold(from, id)) posts.add(post_id);
  }
  const oldest = state.steps.at(-1);
  const isCut = state.steps.length >= MAX_STEPS && oldest !== undefined && timeOfId(oldest.id) > since;
  const topics: Change['topics'] = [
    ...(posts.size > 0 ? (['posts'] as const) : []),
    ...(from.connections === now.connections ? [] : (['connections'] as const)),
    ...(from.profiles === now.profiles ? [] : (['profiles'] as const)),
    ...(from.usage === now.usage ? [] : (['usage'] as const)),
    ...(from.logCount === now.logCount ? [] : (['logs'] as const)),
  ];
  return topics.length === 0 ? null : { topics, postIds: isCut || posts.size > MAX_POST_IDS ? [] : [...posts] };
}

/** Lists the posts with a target whose upload has progressed. */
function progressed(from: Position, { sending }: LiveState, now: Position): string[] {
  if (from.progress === now.progress) return [];
  return sending.filter(({ id, progress }) => from.progressOf?.get(id) !== progress).map(({ post_id }) => post_id);
}

/** Writes a position as the id of an event, with at most 200 characters. The id is valid in its workspace only. */
export function writePosition(workspaceId: string, position: Position): string {
  const { at, logCount, usage, connections, profiles, progress, told } = position;
  const tokens = [...told].slice(0, MAX_TOKENS).map((token) => token.slice(-SHORT));
  return [
    ...['1', digest(workspaceId), at.toString(36), logCount.toString(36)],
    ...[usage, connections, profiles, progress, tokens.join('')],
  ].join('.');
}

const TOKENS = new RegExp(`.{${SHORT}}`, 'g');
const DIGEST = '([0-9a-f]{8})';
const WRITTEN = new RegExp(
  `^1\\.${DIGEST}\\.([0-9a-z]{1,9})\\.([0-9a-z]{1,10})\\.${DIGEST}\\.${DIGEST}\\.${DIGEST}\\.${DIGEST}\\.((?:[\\w-]{${SHORT}}){0,${MAX_TOKENS}})$`,
);

/**
 * Reads the position from the id of an event.
 * @param now milliseconds since 1970
 * @returns null when the text is not an id, is of another workspace or too old
 */
export function readPosition(workspaceId: string, written: string, now: number): Position | null {
  const [, workspace, at = '', logCount = '', usage = '', connections = '', profiles = '', progress = '', tokens = ''] =
    WRITTEN.exec(written) ?? [];
  const time = Number.parseInt(at, 36);
  if (workspace !== digest(workspaceId) || time < now - MAX_AGE_MS || time > now + OVERLAP_MS) return null;
  const told = new Set(tokens.match(TOKENS));
  return {
    at: time,
    told,
    logCount: Number.parseInt(logCount, 36),
    usage,
    connections,
    profiles,
    progress,
    progressOf: null,
  };
}

function isTold({ told }: Position, id: string): boolean {
  const token = tokenOf(id);
  return told.has(token) || told.has(token.slice(-SHORT));
}

/** Random end of an id. */
function tokenOf(id: string): string {
  return Buffer.from(id.slice(-12), 'hex').toString('base64url');
}

function digest(value: unknown): string {
  return sha256(JSON.stringify(value)).slice(0, 8);
}
