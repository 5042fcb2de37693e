import { isBlankText, threadPosts } from '@social/rules';
import { platformOf, type Schema, type Target } from '@social/types';
import { instantOf, localTimeOf } from '../../ui/values/local-time.ts';
import { readersZone } from '../../ui/values/moment.tsx';
import type { MediaEntry } from './media/media-entry.ts';
import type { DraftBody, SavedDraft, UnknownSave } from './saving/saved-draft.ts';
import type { Part } from './text/thread.ts';

/** The text of a single target in place of the common one and its parts. */
export interface OwnText {
  readonly text: string;
  readonly thread: readonly Part[];
}

/** Value of a setting, in the form of the contract. */
export type SettingValue = string | boolean | number | readonly string[];

/** A post that is being written, without its files. */
export interface Writing {
  /** Part of every Idempotency-Key of this writing. */
  readonly id: string;
  readonly profileId: string | null;
  readonly text: string;
  /** The parts of a thread after the text. */
  readonly thread: readonly Part[];
  readonly platforms: readonly Target[];
  /** Own texts by target. */
  readonly own: Readonly<Record<string, OwnText>>;
  /** Settings by target and name, also of targets that are not chosen now. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, SettingValue>>>>;
  /** Networks are to label the post as made with AI. */
  readonly aiGenerated: boolean;
  /** Networks are to label the post as a paid partnership. */
  readonly paidPartnership: boolean;
  /** The poll as far as it is written; null without one. */
  readonly poll: Schema<'Poll'> | null;
  /** Comments below the post, with blank ones. */
  readonly comments: readonly string[];
  /** Words under which the post is found again; no network sees them. */
  readonly labels: readonly string[];
  /** Set to have files of other servers copied when the post is scheduled. */
  readonly copyMedia: boolean;
  /** `slot`: the next free slot of the profile. */
  readonly when: 'now' | 'slot' | 'later';
  /** Time on the clocks of `zone` in the form of a `datetime-local` input; empty until one is chosen. */
  readonly localTime: string;
  /** IANA name of the zone in which the time is written. */
  readonly zone: string;
  /** Idempotency-Key of an attempt to send this whose outcome is unknown; null without such an attempt. */
  readonly unsettledKey: string | null;
  /** State at the server; null while it is only on this device. */
  readonly saved: SavedDraft | null;
  /** A save whose answer was lost; null without one. */
  readonly unknownSave: UnknownSave | null;
  readonly hidden: HiddenFields;
}

/** Fields that this form cannot write. They are sent as they were read, or taken out. */
export type HiddenFields = Pick<DraftBody, 'mediaUrls' | 'meta' | 'fitMedia' | 'source'> & {
  /** Time as it was written. It has more digits than the form, and may name the second of two equal times. */
  readonly scheduledFor?: string;
  /** Files of single targets, by target. */
  readonly overrides?: Readonly<Record<string, Pick<Schema<'OverrideInput'>, 'media'>>>;
};

/** The body of `POST /api/v1/posts`. */
export type PublishRequest = Omit<Schema<'PublishRequest'>, 'dryRun' | 'draft'>;

/** Returns 128 random bits. Pages over plain http have no `crypto.randomUUID`. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** Creates an empty writing. */
export function emptyWriting(given: Partial<Pick<Writing, 'profileId' | 'platforms'>> = {}): Writing {
  return {
    id: randomId(),
    profileId: null,
    text: '',
    thread: [],
    platforms: [],
    own: {},
    settings: {},
    aiGenerated: false,
    paidPartnership: false,
    poll: null,
    comments: [],
    labels: [],
    copyMedia: false,
    when: 'now',
    localTime: '',
    zone: readersZone,
    unsettledKey: null,
    saved: null,
    unknownSave: null,
    hidden: {},
    ...given,
  };
}

/** Returns the texts written for a target: its own ones, or the text and the parts after it. */
export function partsFor({ text, thread, own }: Pick<Writing, 'text' | 'thread' | 'own'>, target: Target): string[] {
  const written = own[target] ?? { text, thread };
  return [written.text, ...written.thread.map((part) => part.text)];
}

/** Returns the texts of the posts that a target makes of a writing. */
export function postsFor(writing: Writing, target: Target): string[] {
  return threadPosts(platformOf(target), partsFor(writing, target));
}

/** Returns the time at which to publish a writing, or null to publish at once and while no time is chosen. */
export function instantOfWriting(writing: Pick<Writing, 'when' | 'localTime' | 'zone' | 'hidden'>): Date | null {
  if (writing.when !== 'later') return null;
  const exact = exactTime(writing);
  return exact === undefined ? instantOf(writing.localTime, writing.zone) : new Date(exact);
}

/** Returns the time as it was written, while the form shows the same minute; otherwise undefined. */
function exactTime({
  localTime,
  zone,
  hidden: { scheduledFor },
}: Pick<Writing, 'localTime' | 'zone' | 'hidden'>): string | undefined {
  const isShown = scheduledFor !== undefined && localTimeOf(new Date(scheduledFor), zone) === localTime;
  return isShown ? scheduledFor : undefined;
}

/** Returns the time of a writing as text; undefined to publish at once, in a slot, and while no time is chosen. */
export function scheduledFor(writing: Writing): string | undefined {
  return writing.when !== 'later' ? undefined : (exactTime(writing) ?? instantOfWriting(writing)?.toISOString());
}

/** Returns true when something was written or added that is worth keeping. */
export function hasContent(writing: Writing, media: readonly MediaEntry[]): boolean {
  const all = [writing, ...Object.values(writing.own)];
  const texts = all.flatMap((each) => [each.text, ...each.thread.map((part) => part.text)]);
  const beside = media.length > 0 || pollOf(writing) !== null || commentsOf(writing).length > 0;
  return beside || texts.some(isWritten);
}

/** Returns the settings of these targets in one order, so that equal content has an equal key. */
export function settingsFor(
  { settings }: Pick<Writing, 'settings'>,
  platforms: readonly Target[],
): Schema<'SettingsInput'> {
  return Object.fromEntries(
    platforms.flatMap((target) => {
      const own = Object.entries(settings[target] ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
      return own.length > 0 ? [[target, Object.fromEntries(own)]] : [];
    }),
  );
}

/** Returns the poll without empty fields; null while it cannot be sent. */
export function pollOf({ poll }: Pick<Writing, 'poll'>): Schema<'Poll'> | null {
  const { question = '', options: all = [], minutes = 0, multiple = false }: Partial<Schema<'Poll'>> = poll ?? {};
  const options = all.filter(isWritten);
  if (options.length < 2 || minutes === 0) return null;
  return { ...(isWritten(question) && { question }), options, minutes, ...(multiple && { multiple }) };
}

/** Returns true when a part of a poll is written, but not all that it needs. */
export function isPollUnfinished({ poll }: Pick<Writing, 'poll'>): boolean {
  return poll !== null && pollOf({ poll }) === null && [poll.question ?? '', ...poll.options].some(isWritten);
}

/** Returns the comments to send. */
export function commentsOf({ comments }: Pick<Writing, 'comments'>): string[] {
  return comments.filter(isWritten);
}

function isWritten(text: string): boolean {
  return !isBlankText(text);
}

/**
 * Returns the request that publishes a writing. A file that is still being uploaded has an address that leads nowhere,
 * which is enough for a dry run: the server learns the kind from it, and this page checks the rest.
 * @param platforms the targets of it that can be chosen now
 */
export function requestOf(
  writing: Writing,
  media: readonly MediaEntry[],
  { platforms, profile }: { platforms: readonly Target[]; profile: string },
): PublishRequest {
  const overrides = overridesOf(writing, platforms);
  const own = platforms.flatMap((target) => writing.own[target]?.text ?? []);
  const at = scheduledFor(writing);
  const settings = settingsFor(writing, platforms);
  const poll = pollOf(writing);
  const comments = commentsOf(writing);
  const { mediaUrls, meta, fitMedia, source } = writing.hidden;
  // When every platform has its own text, the common text may be blank.
  const isForAll = own.length < platforms.length;
  const text = isBlankText(writing.text) && !isForAll ? (own[0] ?? '') : writing.text;
  const thread = isForAll ? writing.thread.map((part) => part.text) : [];
  return {
    text,
    ...(thread.length > 0 ? { thread } : {}),
    platforms: [...platforms],
    profile,
    ...(media.length > 0 ? { media: media.map(mediaItem) } : {}),
    ...(Object.keys(overrides).length > 0 ? { overrides } : {}),
    ...(at === undefined ? {} : { scheduledFor: at }),
    ...(writing.when === 'slot' ? { slot: 'next' as const } : {}),
    ...(writing.labels.length > 0 ? { labels: [...writing.labels] } : {}),
    ...(mediaUrls ? { mediaUrls } : {}),
    ...(poll ? { poll } : {}),
    ...(comments.length > 0 ? { comments } : {}),
    ...(meta ? { meta } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
    ...(writing.aiGenerated ? { aiGenerated: true } : {}),
    ...(writing.paidPartnership ? { paidPartnership: true } : {}),
    ...(fitMedia === undefined ? {} : { fitMedia }),
    ...(writing.copyMedia ? { copyMedia: true } : {}),
    ...(source === undefined ? {} : { source }),
  };
}

/** Returns what single targets get instead: the texts of their tabs, and files that the form does not show. */
export function overridesOf(writing: Writing, platforms: readonly Target[]): Record<string, Schema<'OverrideInput'>> {
  return Object.fromEntries(
    platforms.flatMap((target) => {
      const override = { ...ownOf(writing, target), ...writing.hidden.overrides?.[target] };
      return Object.keys(override).length > 0 ? [[target, override] as const] : [];
    }),
  );
}

/** Returns where the text of a target's tab differs from the common one; a text replaces the parts, too. */
function ownOf({ own, ...common }: Writing, target: Target): Pick<Schema<'OverrideInput'>, 'text' | 'thread'> {
  const written = own[target];
  if (!written) return {};
  const thread = written.thread.map(({ text }) => text);
  const commonThread = common.thread.map(({ text }) => text);
  const hasCommonText = written.text === common.text;
  if (hasCommonText && JSON.stringify(thread) === JSON.stringify(commonThread)) return {};
  if (hasCommonText && written.thread.length > 0) return { thread };
  return { text: written.text, ...(written.thread.length > 0 && { thread }) };
}

export function mediaItem({ at, kind, alt }: MediaEntry): Schema<'MediaItem'> {
  const extension = { image: 'jpg', video: 'mp4', document: 'pdf' }[kind ?? 'image'];
  const url = at.stage === 'ready' ? at.url : `https://not-uploaded.invalid/file.${extension}`;
  return { url, ...(alt.trim() ? { alt: alt.trim() } : {}) };
}

/**
 * Returns the Idempotency-Key for a writing with this content. Equal content has an equal key, also after a reload or an
 * undone change, so that sending it again after a lost answer cannot post it twice. Labels and copies do not count: the
 * networks see neither.
 */
export function keyOf({ id }: Writing, { labels: _labels, copyMedia: _copy, ...request }: PublishRequest): string {
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
