import { isBlankText, threadPosts } from '@social/rules';
import type { PlatformId, Schema } from '@social/types';
import { instantOf, localTimeOf } from '../../ui/values/local-time.ts';
import { readersZone } from '../../ui/values/moment.tsx';
import type { MediaEntry } from '../media/media-entry.ts';
import type { DraftBody, SavedDraft, UnknownSave } from './saving/saved-draft.ts';
import type { Part } from './text/thread.ts';

/** A post that is being written, without its files. */
export interface Draft {
  /** Part of every Idempotency-Key of this draft. */
  readonly id: string;
  readonly profileId: string | null;
  readonly text: string;
  /** The parts of a thread after the text. */
  readonly thread: readonly Part[];
  readonly platforms: readonly PlatformId[];
  /** Texts for single platforms, which replace text and thread there unless they are empty. */
  readonly ownTexts: Readonly<Partial<Record<PlatformId, string>>>;
  readonly when: 'now' | 'later';
  /** Time in the reader's zone in the form of a `datetime-local` input; empty until one is chosen. */
  readonly localTime: string;
  /** Idempotency-Key of an attempt to send this draft whose outcome is unknown; null without such an attempt. */
  readonly unsettledKey: string | null;
  /** State at the server; null while the draft is only in this tab. */
  readonly saved: SavedDraft | null;
  /** A save whose answer was lost; null without one. */
  readonly unknownSave: UnknownSave | null;
  readonly kept: KeptFields;
}

/** Fields that this form does not show. They are sent as they were read. */
export type KeptFields = Pick<DraftBody, 'mediaUrls' | 'meta' | 'fitMedia' | 'source'> & {
  /** Time as it was written. It has more digits than the form, and may name the second of two equal times. */
  readonly scheduledFor?: string;
  /** Threads and files of single platforms. */
  readonly overrides?: Readonly<Partial<Record<PlatformId, Pick<Schema<'OverrideInput'>, 'thread' | 'media'>>>>;
};

/** The body of `POST /api/v1/posts`. */
export type PublishRequest = Omit<Schema<'PublishRequest'>, 'dryRun' | 'draft'>;

/** Returns 128 random bits. Pages over plain http have no `crypto.randomUUID`. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Creates an empty draft. */
export function emptyDraft(kept: Partial<Pick<Draft, 'profileId' | 'platforms'>> = {}): Draft {
  return {
    id: randomId(),
    profileId: null,
    text: '',
    thread: [],
    platforms: [],
    ownTexts: {},
    when: 'now',
    localTime: '',
    unsettledKey: null,
    saved: null,
    unknownSave: null,
    kept: {},
    ...kept,
  };
}

/** Returns the texts written for a platform: its own text, or the text and the parts after it. */
export function partsFor({ text, thread, ownTexts, kept }: Draft, platform: PlatformId): string[] {
  const own = ownTexts[platform];
  const ownThread = kept.overrides?.[platform]?.thread;
  return [own || text, ...(ownThread ?? (own ? [] : thread.map((part) => part.text)))];
}

/** Returns the texts of the posts that a platform makes of a draft. */
export function postsFor(draft: Draft, platform: PlatformId): string[] {
  return threadPosts(platform, partsFor(draft, platform));
}

/** Returns the time at which to publish a draft, or null to publish at once and while no time is chosen. */
export function instantOfDraft(draft: Draft): Date | null {
  if (draft.when === 'now') return null;
  const kept = keptTime(draft);
  return kept === undefined ? instantOf(draft.localTime, readersZone) : new Date(kept);
}

/** Returns the time as it was written, while the form shows the same minute; otherwise undefined. */
function keptTime({ localTime, kept: { scheduledFor } }: Draft): string | undefined {
  const isShown = scheduledFor !== undefined && localTimeOf(new Date(scheduledFor), readersZone) === localTime;
  return isShown ? scheduledFor : undefined;
}

/** Returns the time of a draft as text; undefined to publish at once and while no time is chosen. */
export function timeOf(draft: Draft): string | undefined {
  return draft.when === 'now' ? undefined : (keptTime(draft) ?? instantOfDraft(draft)?.toISOString());
}

/** Returns true when leaving the page could lose something that was written. */
export function hasContent({ text, thread, ownTexts }: Draft, media: readonly MediaEntry[]): boolean {
  const texts = [text, ...thread.map((part) => part.text), ...Object.values(ownTexts)];
  return media.length > 0 || !texts.every(isBlankText);
}

/**
 * Returns the request that publishes a draft. A file that is still being uploaded has an address that leads nowhere,
 * which is enough for a dry run, because that looks only at the kind of a file.
 * @param platforms the draft's platforms that can be chosen now
 */
export function requestOf(
  draft: Draft,
  media: readonly MediaEntry[],
  { platforms, profile }: { platforms: readonly PlatformId[]; profile: string },
): PublishRequest {
  const overrides = overridesOf(draft, platforms);
  const own = platforms.flatMap((platform) => draft.ownTexts[platform] || []);
  const scheduledFor = timeOf(draft);
  const { mediaUrls, meta, fitMedia, source } = draft.kept;
  // When every platform has its own text, the common text may be blank.
  const isForAll = own.length < platforms.length;
  const text = isBlankText(draft.text) && !isForAll ? (own[0] ?? '') : draft.text;
  const thread = isForAll ? draft.thread.map((part) => part.text) : [];
  return {
    text,
    ...(thread.length > 0 ? { thread } : {}),
    platforms: [...platforms],
    profile,
    ...(media.length > 0 ? { media: media.map(mediaItem) } : {}),
    ...(Object.keys(overrides).length > 0 ? { overrides } : {}),
    ...(scheduledFor === undefined ? {} : { scheduledFor }),
    ...(mediaUrls ? { mediaUrls } : {}),
    ...(meta ? { meta } : {}),
    ...(fitMedia === undefined ? {} : { fitMedia }),
    ...(source === undefined ? {} : { source }),
  };
}

/** Returns what single platforms get instead: texts of the form, with threads and files that it does not show. */
export function overridesOf(
  { ownTexts, kept }: Draft,
  platforms: readonly PlatformId[],
): Record<string, Schema<'OverrideInput'>> {
  return Object.fromEntries(
    platforms.flatMap((platform) => {
      const text = ownTexts[platform];
      const override = { ...(text ? { text } : {}), ...kept.overrides?.[platform] };
      return Object.keys(override).length > 0 ? [[platform, override] as const] : [];
    }),
  );
}

export function mediaItem({ at, kind, alt }: MediaEntry): Schema<'MediaItem'> {
  const extension = kind === 'video' ? 'mp4' : 'jpg';
  const url = at.stage === 'ready' ? at.url : `https://not-uploaded.invalid/file.${extension}`;
  return { url, ...(alt.trim() ? { alt: alt.trim() } : {}) };
}

/**
 * Returns the Idempotency-Key for a draft with this content. Equal content has an equal key, also after a reload or an
 * undone change, so that sending it again after a lost answer cannot post it twice.
 */
export function keyOf({ id }: Draft, request: PublishRequest): string {
  return `write ${id} ${checksum(withoutSignatures(JSON.stringify(request)))}`;
}

/** Removes the signatures from addresses of files, which change when the same file is uploaded again. */
function withoutSignatures(json: string): string {
  return json.replace(/\/media\/[\w-]+\//g, '/media/');
}

/** Returns a checksum of 53 bits (cyrb53). For two contents with one checksum the server refuses the second. */
function checksum(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}
