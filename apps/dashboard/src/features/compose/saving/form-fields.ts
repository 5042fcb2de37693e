import { isBlankText, mediaKindOf } from '@social/rules';
import type { Schema } from '@social/types';
import type { Draft } from '../../../shared/drafts/drafts.ts';
import { localTimeOf } from '../../../ui/values/local-time.ts';
import { readersZone } from '../../../ui/values/moment.tsx';
import { isStored, kindInWords, type MediaEntry } from '../media/media-entry.ts';
import type { Part } from '../text/thread.ts';
import {
  commentsOf,
  type HiddenFields,
  mediaItem,
  overridesOf,
  pollOf,
  scheduledFor,
  settingsFor,
  type Writing,
} from '../writing.ts';
import type { DraftBody } from './saved-draft.ts';

/** The fields of the form. A change of a draft names only these, so that the server keeps the others. */
export type FormFields = Required<
  Pick<DraftBody, 'text' | 'thread' | 'platforms' | 'media' | 'overrides' | 'profile' | 'labels' | 'copyMedia'> &
    Pick<DraftBody, 'comments' | 'meta' | 'settings' | 'aiGenerated' | 'paidPartnership'>
> & {
  readonly scheduledFor: string | null;
  readonly slot: 'next' | null;
  readonly poll: Schema<'Poll'> | null;
};

/** Returns the fields to save. Empty parts and files without an address are left out, which the server would refuse. */
export function fieldsOf(writing: Writing, media: readonly MediaEntry[], profile: string): FormFields {
  const overrides: Record<string, Schema<'OverrideInput'>> = {};
  for (const [target, override] of Object.entries(overridesOf(writing, writing.platforms))) {
    const written = withoutBlanks(override);
    if (Object.keys(written).length > 0) overrides[target] = written;
  }
  return {
    text: writing.text,
    thread: writing.thread.map((part) => part.text).filter((text) => !isBlankText(text)),
    platforms: [...writing.platforms],
    media: media.filter(({ at }) => at.stage === 'ready').map(mediaItem),
    overrides,
    scheduledFor: scheduledFor(writing) ?? null,
    slot: writing.when === 'slot' ? 'next' : null,
    profile,
    poll: pollOf(writing),
    comments: commentsOf(writing),
    meta: writing.hidden.meta ?? {},
    settings: settingsFor(writing, writing.platforms),
    aiGenerated: writing.aiGenerated,
    paidPartnership: writing.paidPartnership,
    labels: [...writing.labels],
    copyMedia: writing.copyMedia,
  };
}

/** Leaves out an empty text with its parts, or the empty ones of its parts. */
function withoutBlanks({ text, thread, ...others }: Schema<'OverrideInput'>): Schema<'OverrideInput'> {
  if (text !== undefined && isBlankText(text)) return others;
  const parts = thread?.filter((part) => !isBlankText(part)) ?? [];
  return { ...others, ...(text !== undefined && { text }), ...(parts.length > 0 && { thread: parts }) };
}

/** Returns what the form shows for a draft of the server, and what it hides. */
export function formOf(server: Draft): { writing: Partial<Writing>; media: readonly MediaEntry[] } {
  const { text, thread = [], platforms, scheduledFor, slot, labels = [], copyMedia = false, overrides = {} } = server;
  const { settings = {}, aiGenerated = false, paidPartnership = false, poll = null, comments = [] } = server;
  const all = Object.entries(overrides);
  const own = all.flatMap(([target, override]) =>
    override.text === undefined && override.thread === undefined
      ? []
      : [[target, { text: override.text ?? text, thread: partsOf(override.thread ?? []) }] as const],
  );
  const writing = {
    text,
    thread: partsOf(thread),
    platforms,
    own: Object.fromEntries(own),
    settings: settings as Writing['settings'],
    aiGenerated,
    paidPartnership,
    poll,
    comments,
    labels,
    copyMedia,
    zone: readersZone,
    when: slot ? ('slot' as const) : scheduledFor === undefined ? ('now' as const) : ('later' as const),
    localTime: scheduledFor === undefined ? '' : localTimeOf(new Date(scheduledFor), readersZone),
    hidden: hiddenOf(server, all),
  };
  return { writing, media: (server.media ?? []).map(entryOf) };
}

function partsOf(texts: readonly string[]): readonly Part[] {
  return texts.map((text, index) => ({ id: index + 1, text }));
}

function hiddenOf(
  { mediaUrls, meta, fitMedia, source, scheduledFor }: Draft,
  overrides: readonly (readonly [string, Schema<'Override'>])[],
): HiddenFields {
  const files = overrides.flatMap(([target, { media }]) => (media ? [[target, { media }] as const] : []));
  return {
    ...(mediaUrls?.length && { mediaUrls }),
    ...(meta && Object.keys(meta).length > 0 && { meta }),
    ...(fitMedia === false && { fitMedia }),
    ...(source !== undefined && { source }),
    ...(scheduledFor !== undefined && { scheduledFor }),
    ...(files.length > 0 && { overrides: Object.fromEntries(files) }),
  };
}

/** Makes the entry of a file that a draft names. A file of this server is shown by its path, others not at all. */
export function entryOf({ url, alt = '', name, bytes }: Schema<'MediaItem'>, index: number): MediaEntry {
  const kind = mediaKindOf(url);
  const isOwn = isStored(url);
  return {
    id: `saved-${index + 1}`,
    name: isOwn ? (name ?? `${kindInWords({ kind })} ${index + 1}`) : url,
    kind,
    contentType: null,
    bytes: bytes ?? null,
    alt,
    preview: isOwn && kind === 'image' ? new URL(url).pathname : null,
    at: { stage: 'ready', url },
  };
}
