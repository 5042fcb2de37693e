import { metaFieldsOf } from '@social/platforms';
import { isBlankText, measureText, mediaKindOf, selectMedia, type TextMeasure, threadPosts } from '@social/rules';
import { isPlatformId, PLATFORM_IDS, type PlatformId, type Schema } from '@social/types';
import { contractErrors, showName, unknownName } from '../../contract.ts';
import { AppError, invalid } from '../../errors.ts';
import { type MediaPolicy, mediaUrlProblem } from '../../media/fetch/media-url.ts';
import type { ContentMedia } from '../../media/keep/media-source.ts';
import { parseJsonText } from '../../strict-json.ts';

type MediaItem = Schema<'MediaItemInput'>;

/** A publish as it was asked for, checked as far as it does not depend on a platform. */
export interface PublishRequest {
  readonly text: string;
  /** Further parts of the text. */
  readonly thread: readonly string[];
  /** Each once, in the order asked for. */
  readonly platforms: readonly PlatformId[];
  readonly mediaUrls: readonly string[];
  readonly media: readonly MediaItem[];
  readonly meta: Readonly<Record<string, unknown>>;
  readonly overrides: Readonly<Partial<Record<PlatformId, Schema<'OverrideInput'>>>>;
  /** Where its sender keeps it; null: nobody said. */
  readonly source: string | null;
}

/** What one platform is to publish as one post of its own. */
export interface PlatformContent {
  readonly platform: PlatformId;
  /** Which part of a thread it is, from 1, and of how many; a post without a thread is part 1 of 1. */
  readonly part: number;
  readonly parts: number;
  readonly text: string;
  /** Field of the request that the text comes from. */
  readonly field: string;
  readonly measure: TextMeasure;
  readonly media: readonly ContentMedia[];
  /** What is left out, for the platform's result. */
  readonly note: string | null;
  /** What the caller must change, naming field and platform; null when it can be published. */
  readonly problem: AppError | null;
}

/** Reads a publish body that has the contract's form. @throws AppError invalid_request naming the field */
export function readPublishRequest(body: Schema<'PublishRequest'>, policy: MediaPolicy): PublishRequest {
  const overrides = body.overrides ?? {};
  const platforms = [...new Set(body.platforms)];
  if (isBlankText(body.text)) throw invalid('text', 'write something; the text is empty');
  for (const [platform, override] of Object.entries(overrides)) {
    if (!isPlatformId(platform) || !platforms.includes(platform)) {
      const { problem, details } = unknownName('one of the requested platforms', platform, platforms);
      throw invalid(`overrides.${showName(platform)}`, problem, details);
    }
    if (override.text !== undefined && isBlankText(override.text)) {
      throw invalid(`overrides.${platform}.text`, 'write something; the text is empty');
    }
    checkThread(override.thread ?? [], `overrides.${platform}.thread`);
    checkMedia(override.media ?? [], `overrides.${platform}.media`, policy);
  }
  checkThread(body.thread ?? [], 'thread');
  (body.mediaUrls ?? []).forEach((url, index) => {
    checkUrl(url, `mediaUrls[${index}]`, policy);
  });
  checkMedia(body.media ?? [], 'media', policy);
  return {
    text: body.text,
    thread: body.thread ?? [],
    platforms,
    overrides,
    mediaUrls: body.mediaUrls ?? [],
    media: body.media ?? [],
    meta: readMeta(body.meta, platforms),
    source: body.source ?? null,
  };
}

/** What the platforms make of the request: a post of each, or one for each part of a thread where there are replies. */
export function contentsOf(request: PublishRequest): PlatformContent[] {
  return request.platforms.flatMap((platform) => {
    const { length } = partsFor(request, platform);
    return Array.from({ length }, (_, index) => contentFor(request, platform, index + 1));
  });
}

/**
 * What a platform makes of one part of the request.
 * @param part from 1; files go with the first
 * @throws RangeError when there is no such part
 */
export function contentFor(request: PublishRequest, platform: PlatformId, part: number): PlatformContent {
  const parts = partsFor(request, platform);
  const found = parts[part - 1];
  if (!found) throw new RangeError(`${platform} has no part ${part}`);
  const { text, field } = found;
  const { override, own, shared } = mediaFor(request, platform);
  const candidates = part > 1 ? [] : [...own, ...shared].map((media) => ({ ...media, kind: mediaKindOf(media.url) }));
  const selection = part > 1 ? NO_MEDIA : selectMedia(platform, candidates);
  const measure = measureText(platform, text);
  const ownField = override?.media ? `overrides.${platform}.media` : 'media';
  return {
    platform,
    part,
    parts: parts.length,
    text,
    field,
    measure,
    media: selection.taken,
    note: selection.note,
    problem:
      textProblem({ platform, field, measure }) ??
      mediaProblem(platform, own.length > 0 ? ownField : 'mediaUrls', selection.problem),
  };
}

const NO_MEDIA = { taken: [], note: null, problem: null };

/** The texts that become posts of their own, and the fields they come from. */
function partsFor(request: PublishRequest, platform: PlatformId): { text: string; field: string }[] {
  const override = request.overrides[platform];
  const first =
    override?.text === undefined
      ? { text: request.text, field: 'text' }
      : { text: override.text, field: `overrides.${platform}.text` };
  const thread = override?.thread ?? (override?.text === undefined ? request.thread : []);
  const field = override?.thread ? `overrides.${platform}.thread` : 'thread';
  return threadPosts(platform, [first.text, ...thread]).map((text, index) => ({
    text,
    field: index === 0 ? first.field : `${field}[${index - 1}]`,
  }));
}

function mediaFor(request: PublishRequest, platform: PlatformId) {
  const override = request.overrides[platform];
  const own = (override?.media ?? request.media).map(({ url, alt }) => ({
    url,
    alt: alt ?? '',
    field: 'media' as const,
  }));
  const shared = override?.media ? [] : request.mediaUrls.map((url) => ({ url, alt: '', field: 'mediaUrls' as const }));
  return { override, own, shared };
}

/** @param where whose limit it is, where that is not the platform's */
export function textProblem(
  { platform, field, measure }: Pick<PlatformContent, 'platform' | 'field' | 'measure'>,
  where = '',
): AppError | null {
  if (measure.over === 0) return null;
  const { count, max, over } = measure;
  const problem = `is too long for ${platform}: ${count} of ${max} characters${where}; shorten it by ${over}`;
  return invalid(field, problem, { platform, limit: max, actual: count });
}

function mediaProblem(platform: PlatformId, field: string, problem: string | null): AppError | null {
  return problem === null ? null : invalid(field, problem, { platform });
}

/** Settings of any platforms: those of one that is not requested are ignored, as clients send the same to all. */
/**
 * The settings of the post. One that no platform knows is refused, and so is one of another platform beside a platform that
 * takes settings: `privacyLevel` would leave a video public. Where no platform takes any, they do nothing.
 */
function readMeta(
  given: Schema<'MetaInput'> | undefined,
  platforms: readonly PlatformId[],
): Readonly<Record<string, unknown>> {
  if (given === undefined) return {};
  const meta = typeof given === 'string' ? parseMeta(given) : (given as Record<string, unknown>);
  const known = PLATFORM_IDS.flatMap(metaFieldsOf);
  const stranger = Object.keys(meta).find((name) => !known.includes(name));
  if (stranger !== undefined) {
    const { problem, details } = unknownName('a known setting', stranger, known);
    throw invalid(`meta.${showName(stranger)}`, problem, details);
  }
  const takers = platforms.filter((platform) => metaFieldsOf(platform).length > 0);
  const taken = takers.flatMap(metaFieldsOf);
  const foreign = takers.length > 0 && Object.keys(meta).find((name) => !taken.includes(name));
  if (foreign) {
    const owners = PLATFORM_IDS.filter((platform) => metaFieldsOf(platform).includes(foreign)).join(' and ');
    const problem = `is a setting of ${owners}, which this post is not for; ${takers.join(' and ')} takes ${taken.join(', ')}. Nothing was done`;
    throw invalid(`meta.${foreign}`, problem);
  }
  return meta;
}

function parseMeta(text: string): Record<string, unknown> {
  let meta: unknown;
  try {
    meta = parseJsonText(text, 'it');
  } catch (cause) {
    const reason = cause instanceof AppError ? cause.message : 'it cannot be read';
    throw invalid('meta', `is a text, which must be an object written as JSON; ${reason}`);
  }
  const [problem] = contractErrors('MetaObjectInput', meta, 'meta');
  if (problem) throw invalid(problem.field, problem.problem, problem.details);
  return meta as Record<string, unknown>;
}

function checkThread(thread: readonly string[], field: string): void {
  const blank = thread.findIndex(isBlankText);
  if (blank >= 0) throw invalid(`${field}[${blank}]`, 'write something; this part is empty');
}

function checkMedia(items: readonly MediaItem[], field: string, policy: MediaPolicy): void {
  items.forEach(({ url }, index) => {
    checkUrl(url, `${field}[${index}].url`, policy);
  });
}

function checkUrl(url: string, field: string, policy: MediaPolicy): void {
  const problem = mediaUrlProblem(url, policy);
  if (problem) throw invalid(field, problem);
}
