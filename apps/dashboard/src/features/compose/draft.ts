import { isBlankText, threadPosts } from '@social/rules';
import type { PlatformId, Schema } from '@social/types';
import { readersZone } from '../../ui/moment.tsx';
import type { MediaEntry } from '../media/media-entry.ts';
import { instantOf } from './local-time.ts';
import type { Part } from './text/thread.ts';

/** A post that is being written, without its files. */
export interface Draft {
  /** Names this draft in its Idempotency-Keys. */
  readonly id: string;
  readonly profileId: string | null;
  readonly text: string;
  /** What follows the text in a thread. */
  readonly thread: readonly Part[];
  readonly platforms: readonly PlatformId[];
  /** Texts for single platforms, in place of text and thread; an empty one means those for all. */
  readonly ownTexts: Readonly<Partial<Record<PlatformId, string>>>;
  readonly when: 'now' | 'later';
  /** As the input for date and time writes it, in the reader's zone; empty while none is chosen. */
  readonly localTime: string;
  /** Idempotency-Key of the attempt to send it of which nobody knows what became; null while there is none. */
  readonly unsettledKey: string | null;
}

/** What `POST /api/v1/posts` takes. */
export type PublishRequest = Omit<Schema<'PublishRequest'>, 'dryRun'>;

/** 128 random bits. `crypto.randomUUID` is missing on plain http pages. */
function newDraftId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** A draft with nothing in it. */
export function emptyDraft(kept: Partial<Pick<Draft, 'profileId' | 'platforms'>> = {}): Draft {
  return {
    id: newDraftId(),
    profileId: null,
    text: '',
    thread: [],
    platforms: [],
    ownTexts: {},
    when: 'now',
    localTime: '',
    unsettledKey: null,
    ...kept,
  };
}

/** What a platform gets, as it was written: a text of its own, or the text and what follows it. */
export function partsFor({ text, thread, ownTexts }: Draft, platform: PlatformId): string[] {
  const own = ownTexts[platform];
  return own ? [own] : [text, ...thread.map((part) => part.text)];
}

/** The texts of the posts that a platform makes of it. */
export function postsFor(draft: Draft, platform: PlatformId): string[] {
  return threadPosts(platform, partsFor(draft, platform));
}

/** When a draft is to be published; null for at once, or while no time is chosen. */
export function instantOfDraft({ when, localTime }: Draft): Date | null {
  return when === 'later' ? instantOf(localTime, readersZone) : null;
}

/** Whether leaving would lose something that was written. */
export function hasContent({ text, thread, ownTexts }: Draft, media: readonly MediaEntry[]): boolean {
  const texts = [text, ...thread.map((part) => part.text), ...Object.values(ownTexts)];
  return media.length > 0 || !texts.every(isBlankText);
}

/**
 * The request of a draft. Files that are not there yet stand in it with an address that leads nowhere, which is enough
 * for a dry run: it looks only at what kind of file each is.
 * @param platforms those of the draft that can be chosen now
 */
export function requestOf(
  draft: Draft,
  media: readonly MediaEntry[],
  { platforms, profile }: { platforms: readonly PlatformId[]; profile: string },
): PublishRequest {
  const own = platforms.flatMap((platform) => {
    const text = draft.ownTexts[platform];
    return text ? [[platform, { text }] as const] : [];
  });
  const instant = instantOfDraft(draft);
  // Where every platform has a text of its own, none is left to be written for all.
  const isForAll = own.length < platforms.length;
  const text = isBlankText(draft.text) && !isForAll ? (own[0]?.[1].text ?? '') : draft.text;
  const thread = isForAll ? draft.thread.map((part) => part.text) : [];
  return {
    text,
    ...(thread.length > 0 ? { thread } : {}),
    platforms: [...platforms],
    profile,
    ...(media.length > 0 ? { media: media.map(mediaItem) } : {}),
    ...(own.length > 0 ? { overrides: Object.fromEntries(own) } : {}),
    ...(instant ? { scheduledFor: instant.toISOString() } : {}),
  };
}

function mediaItem({ at, kind, alt }: MediaEntry): Schema<'MediaItem'> {
  const extension = kind === 'video' ? 'mp4' : 'jpg';
  const url = at.stage === 'ready' ? at.url : `https://not-uploaded.invalid/file.${extension}`;
  return { url, ...(alt.trim() ? { alt: alt.trim() } : {}) };
}

/**
 * The Idempotency-Key of a draft with this content: the same for the same content, also after a reload or when a change
 * is taken back, so that sending it again after a lost answer cannot post it twice.
 */
export function keyOf({ id }: Draft, request: PublishRequest): string {
  return `write ${id} ${checksum(withoutSignatures(JSON.stringify(request)))}`;
}

/** A file that is uploaded once more has the same name under another signature. */
function withoutSignatures(json: string): string {
  return json.replace(/\/media\/[\w-]+\//g, '/media/');
}

/** 53 bits (cyrb53). Two contents of one draft with the same sum would be refused by the server, not mixed up. */
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
