import { createHash, randomUUID } from 'node:crypto';
import { type Input, SocialApiError } from '@social/sdk';
import type { GivenTarget } from './targets.ts';
import { type PostTime, utcText } from './time.ts';

export type PublishInput = Input<'createPost'>;
export type MediaItem = NonNullable<PublishInput['media']>[number];

/** Ways to treat a text that is too long for a platform. */
export const FITS = ['shorten', 'thread', 'error'] as const;
export type Fit = (typeof FITS)[number];

/** The time fields of a request. A time in the past is refused: a post for now names no time. */
export function timeOf(at: PostTime | undefined): Pick<PublishInput, 'scheduledFor' | 'slot' | 'ifPast'> {
  if (at === 'next') return { scheduledFor: undefined, slot: 'next' };
  return at === undefined ? { scheduledFor: undefined } : { scheduledFor: utcText(at), ifPast: 'refuse' };
}

/** Part of the address of a stored file that each upload changes: the signature before the file's hash. */
const STORED = /\/media\/[\w-]{30,}(?=\/[0-9a-f]{64}\.)/;

/** A post with the idempotency key that it is sent with. */
export interface KeyedPost {
  readonly input: PublishInput;
  readonly key: string;
  /** The targets as they were typed, where the request has others: the key holds these. */
  readonly typed?: readonly GivenTarget[] | undefined;
}

/**
 * The idempotency key of a post that was given none. The same profile, targets, texts, time, media and settings make the
 * same key, so that a job that runs twice publishes once. A post for the next free slot has a key of the word, whatever the time.
 * @param profileId the profile that publishes it, whichever is the default one
 * @param how.fit names what made the overrides. The key then holds that name instead of the overrides, because another version may
 * cut the same text elsewhere.
 * @param how.typed the targets as they were typed. The key then holds them instead of the accounts that they mean today.
 * @param how.settings the settings by the targets as they were typed
 */
export function deriveKey(
  profileId: string,
  input: PublishInput,
  {
    fit,
    typed,
    settings = input.settings,
  }: {
    readonly fit?: Fit | undefined;
    readonly typed?: readonly GivenTarget[] | undefined;
    readonly settings?: Readonly<Record<string, object | undefined>> | undefined;
  } = {},
): string {
  const { text, thread, platforms, scheduledFor, slot, media, poll, meta, overrides, fitMedia } = input;
  const { comments, aiGenerated = false, paidPartnership = false } = input;
  const content = [
    profileId,
    typed ?? platforms,
    text,
    thread,
    scheduledFor,
    slot,
    media?.map((item) => ({ ...item, url: item.url.replace(STORED, '/media') })),
    meta,
    fit ?? overrides,
    fitMedia,
    // Posts without a poll, settings, labels or comments keep their keys.
    ...(poll ? [[poll.question, poll.options, poll.minutes, poll.multiple ?? false]] : []),
    ...(hasEntries(settings) || aiGenerated || paidPartnership || comments?.length
      ? [{ settings: sorted(settings), aiGenerated, paidPartnership, comments }]
      : []),
  ];
  return `cli-${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`;
}

function hasEntries(map: object | undefined): boolean {
  return map !== undefined && Object.keys(map).length > 0;
}

/** Names in one order at every depth, however they were given. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, own]) => [name, sorted(own)]));
}

/** A key that no other post has. */
export function freshKey(): string {
  return `cli-${randomUUID()}`;
}

/** The id of the post that was made with the same key and another body. */
export function postBehind(error: unknown): string | undefined {
  return behind(error, 'postId');
}

/** The id of the draft that was made with the same key and another body. */
export function draftBehind(error: unknown): string | undefined {
  return behind(error, 'draftId');
}

function behind(error: unknown, name: 'postId' | 'draftId'): string | undefined {
  if (!(error instanceof SocialApiError) || error.code !== 'idempotency_key_reused') return undefined;
  const id = error.details?.[name];
  return typeof id === 'string' ? id : undefined;
}
