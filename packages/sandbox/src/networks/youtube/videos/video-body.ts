import { isRecord } from '../../../http/request-body.ts';
import { type Call, Refusal } from '../../../http/route.ts';
import {
  badParameter,
  invalidCategory,
  invalidDescription,
  invalidMetadata,
  invalidPublishAt,
  invalidTags,
  invalidTitle,
} from '../errors.ts';

const maxTitleCharacters = 100;
const maxDescriptionBytes = 5000;
const maxTagCharacters = 500;
const privacyStatuses = ['public', 'unlisted', 'private'] as const;
const categories = new Set('1 2 10 15 17 19 20 22 23 24 25 26 27 28 29'.split(' '));

/** A video's metadata, as the client sent it. */
export interface VideoMetadata {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly categoryId: string;
  readonly privacyStatus: (typeof privacyStatuses)[number];
  readonly publishAt: string | null;
  readonly isMadeForKids: boolean;
  /** Absent where the client does not say. */
  readonly containsSyntheticMedia?: boolean;
  readonly hasPaidProductPlacement: boolean;
  readonly notifySubscribers: boolean;
}

/**
 * Checks a video resource and the parameters of its upload. Takes paid product placement only from a request that names its part.
 *
 * @see https://developers.google.com/youtube/v3/docs/videos/insert
 */
export function readVideoMetadata(body: unknown, { query }: Call, parts: readonly string[]): VideoMetadata {
  if (!isRecord(body)) throw new Refusal(invalidMetadata());
  const snippet = isRecord(body['snippet']) ? body['snippet'] : {};
  const status = isRecord(body['status']) ? body['status'] : {};
  const privacyStatus = privacyStatuses.find((each) => each === (status['privacyStatus'] ?? 'public'));
  if (privacyStatus === undefined) throw new Refusal(invalidMetadata());
  const placement = parts.includes('paidProductPlacementDetails') ? body['paidProductPlacementDetails'] : undefined;
  const containsSyntheticMedia = readFlag(status['containsSyntheticMedia']);
  return {
    title: readTitle(snippet['title']),
    description: readDescription(snippet['description']),
    tags: readTags(snippet['tags']),
    categoryId: readCategory(snippet['categoryId']),
    privacyStatus,
    publishAt: readPublishAt(status['publishAt'], privacyStatus),
    isMadeForKids: readFlag(status['selfDeclaredMadeForKids']) ?? false,
    ...(containsSyntheticMedia !== undefined && { containsSyntheticMedia }),
    hasPaidProductPlacement: isRecord(placement) && readFlag(placement['hasPaidProductPlacement']) === true,
    notifySubscribers: readParameter(query.get('notifySubscribers')),
  };
}

function readFlag(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new Refusal(invalidMetadata());
}

function readParameter(value: string | null): boolean {
  if (value === null || value === 'true') return true;
  if (value === 'false') return false;
  throw new Refusal(badParameter('notifySubscribers', `Invalid boolean value: '${value}'.`));
}

function readTitle(value: unknown): string {
  const isValid = typeof value === 'string' && value.trim() !== '' && [...value].length <= maxTitleCharacters;
  if (!isValid || /[<>]/.test(value)) throw new Refusal(invalidTitle());
  return value;
}

/** Reads the description, which is measured in bytes, unlike the title. */
function readDescription(value: unknown): string {
  const description = value ?? '';
  const isValid = typeof description === 'string' && Buffer.byteLength(description) <= maxDescriptionBytes;
  if (!isValid || /[<>]/.test(description)) throw new Refusal(invalidDescription());
  return description;
}

/** Reads the tags. Commas between them count, and so do quotes around a tag with a space. */
function readTags(value: unknown): readonly string[] {
  const tags: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [null];
  if (!tags.every((tag): tag is string => typeof tag === 'string')) throw new Refusal(invalidTags());
  const stored = tags.map((tag) => (tag.includes(' ') ? `"${tag}"` : tag)).join(',');
  if ([...stored].length > maxTagCharacters) throw new Refusal(invalidTags());
  return tags;
}

function readCategory(value: unknown): string {
  const category = value ?? '22';
  if (typeof category !== 'string' || !categories.has(category)) throw new Refusal(invalidCategory());
  return category;
}

function readPublishAt(value: unknown, privacyStatus: string): string | null {
  if (value === undefined) return null;
  const isValid = typeof value === 'string' && !Number.isNaN(Date.parse(value)) && privacyStatus === 'private';
  if (!isValid) throw new Refusal(invalidPublishAt());
  return value;
}
