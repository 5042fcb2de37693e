import { isBlankText } from '@social/rules';
import type { Schema } from '@social/types';
import type { MediaPolicy } from '../../media/fetch/media-url.ts';
import type { DraftRow } from '../../store/posts/drafts.ts';
import { type PublishRequest, readIncomplete } from '../contents/publish-request.ts';
import { settingFields } from '../contents/settings.ts';

/** Content of a draft: a request that may be incomplete, and its time. */
export interface DraftContent extends PublishRequest {
  /** Time as it was written; null for now. */
  readonly scheduledFor: string | null;
  /** `next` to take the next free slot at the approval; null for none. */
  readonly slot: 'next' | null;
}

/** Reads the body of a new draft that matches the contract. @throws AppError invalid_request with the field */
export function readDraft(body: Schema<'NewDraft'>, policy: MediaPolicy): DraftContent {
  return { ...readIncomplete(body, policy), scheduledFor: body.scheduledFor ?? null, slot: body.slot ?? null };
}

/** Replaces the fields that a change names. A time replaces the slot, and the other way round. @throws AppError invalid_request with the field, also where fields do not fit together */
export function changeContent(
  { scheduledFor: _time, slot: _slot, source: _source, meta, settings, disclosures, ...before }: DraftContent,
  change: Schema<'DraftChange'>,
  policy: MediaPolicy,
): DraftContent {
  const {
    scheduledFor = change.slot ? null : _time,
    slot = change.scheduledFor ? null : _slot,
    source = _source,
    ifUpdatedAt: _,
    profile: _profile,
    ...fields
  } = change;
  const set = settingFields({ meta, settings, disclosures });
  const merged = { ...before, ...set, ...fields } as Omit<Schema<'NewDraft'>, 'source' | 'scheduledFor' | 'slot'>;
  const request = readIncomplete(source === null ? merged : { ...merged, source }, policy);
  return { ...request, scheduledFor, slot };
}

/** Checks the names of settings in a change, which needs no draft. @throws AppError invalid_request */
export function checkChange({ meta }: Schema<'DraftChange'>, policy: MediaPolicy): void {
  if (meta !== undefined) readIncomplete({ meta }, policy);
}

/** Reads the content of a stored draft. */
export function contentOf({ content }: Pick<DraftRow, 'content'>): DraftContent {
  const stored = JSON.parse(content) as DraftContent;
  return {
    ...stored,
    poll: stored.poll ?? null,
    comments: stored.comments ?? [],
    settings: stored.settings ?? {},
    disclosures: stored.disclosures ?? [],
  };
}

/** Names what must be added to a draft before it can be published. */
export function missingIn({ text, platforms }: PublishRequest): Schema<'Draft'>['missing'] {
  return [
    ...(isBlankText(text) ? (['text'] as const) : []),
    ...(platforms.length === 0 ? (['platforms'] as const) : []),
  ];
}
