import {
  hasComments,
  isBlankText,
  leftOut,
  MAX_LABEL_LENGTH,
  measureComment,
  measureText,
  mediaKindOf,
  normalizeLabel,
  pollFacts,
  selectMedia,
  type TextMeasure,
  threadPosts,
} from '@social/rules';
import { isTarget, type PlatformId, platformFacts, platformOf, type Schema, type Target } from '@social/types';
import { showName, unknownName } from '../../contract.ts';
import { type AppError, invalid } from '../../errors.ts';
import { type MediaPolicy, mediaUrlProblem } from '../../media/fetch/media-url.ts';
import type { ContentMedia } from '../../media/keep/media-source.ts';
import { missingLabels } from './setting-notes.ts';
import { type GivenSettings, readSettings, type Settings, settingsFor } from './settings.ts';

type MediaItem = Schema<'MediaItemInput'>;

/** A publish request, with all checks done that depend on no platform. */
export interface PublishRequest extends GivenSettings {
  readonly text: string;
  /** Parts of a thread after the first. */
  readonly thread: readonly string[];
  /** Sent in order once the post is published. */
  readonly comments: readonly string[];
  /** Requested targets, each once, in the order of the request. */
  readonly platforms: readonly Target[];
  readonly mediaUrls: readonly string[];
  readonly media: readonly MediaItem[];
  /** Goes with the first part; null for none. */
  readonly poll: Schema<'Poll'> | null;
  readonly overrides: Readonly<Partial<Record<Target, Schema<'OverrideInput'>>>>;
  /** Set when pictures that are too large for a network are made to fit. */
  readonly fitMedia: boolean;
  /** Set when every file of a scheduled post is copied before it is due. */
  readonly copyMedia: boolean;
  /** Copied files of a stored post: SHA-256 by address. */
  readonly copies?: ReadonlyMap<string, string>;
  /** Place where the sender keeps the post; null when not given. */
  readonly source: string | null;
  /** Labels as they are stored, each once. */
  readonly labels: readonly string[];
}

const EMPTY = 'write something; the text is empty';

/** Content of one post for one target. */
export interface PlatformContent {
  readonly target: Target;
  readonly platform: PlatformId;
  /** Number of the thread part, from 1; a post without a thread is part 1 of 1. Comments come last. */
  readonly part: number;
  readonly parts: number;
  readonly isComment: boolean;
  /** The post has comments, which its network may lack. */
  readonly isCommented: boolean;
  readonly text: string;
  /** Field of the request with this text. */
  readonly field: string;
  readonly measure: TextMeasure;
  /** Of the first part. */
  readonly media: readonly ContentMedia[];
  /** The first part has files. */
  readonly hasMedia: boolean;
  /** Field of the request with the files. */
  readonly mediaField: string;
  readonly fitMedia: boolean;
  /** Null where the network has no polls, and for later parts of a thread. */
  readonly poll: Schema<'Poll'> | null;
  /** Of the target. */
  readonly settings: Settings;
  /** Note for the platform's result about what is left out. */
  readonly note: string | null;
  /** Error with field and platform that the caller must mend; null when the content can be published. */
  readonly problem: AppError | null;
}

/** Reads a publish body that matches the contract. @throws AppError invalid_request with the field */
export function readPublishRequest(body: Schema<'PublishRequest'>, policy: MediaPolicy): PublishRequest {
  if (isBlankText(body.text)) throw invalid('text', EMPTY);
  return readIncomplete(body, policy);
}

/** Reads the body of a draft, whose text and platforms may be missing. @throws AppError invalid_request with the field */
export function readIncomplete(
  body: Omit<Schema<'NewDraft'>, 'profile' | 'scheduledFor' | 'slot'>,
  policy: MediaPolicy,
): PublishRequest {
  const overrides = body.overrides ?? {};
  const platforms = [...new Set(body.platforms)];
  for (const [target, override] of Object.entries(overrides)) {
    if (!isTarget(target) || !platforms.includes(target)) {
      const { problem, details } = unknownName('one of the requested platforms', target, platforms);
      throw invalid(`overrides.${showName(target)}`, problem, details);
    }
    if (override?.text !== undefined && isBlankText(override.text)) {
      throw invalid(`overrides.${target}.text`, EMPTY);
    }
    checkThread(override?.thread ?? [], `overrides.${target}.thread`);
    checkMedia(override?.media ?? [], `overrides.${target}.media`, policy);
  }
  checkThread(body.thread ?? [], 'thread');
  checkThread(body.comments ?? [], 'comments');
  (body.mediaUrls ?? []).forEach((url, index) => {
    checkUrl(url, `mediaUrls[${index}]`, policy);
  });
  checkMedia(body.media ?? [], 'media', policy);
  return {
    text: body.text ?? '',
    thread: body.thread ?? [],
    comments: body.comments ?? [],
    platforms,
    overrides,
    mediaUrls: body.mediaUrls ?? [],
    media: body.media ?? [],
    poll: readPoll(body.poll),
    ...readSettings(body, platforms),
    fitMedia: body.fitMedia ?? true,
    copyMedia: body.copyMedia ?? false,
    source: body.source ?? null,
    labels: readLabels(body.labels),
  };
}

/** Makes the contents for all targets: one per target, or one per thread part where the platform has replies. */
export function contentsOf(request: PublishRequest): PlatformContent[] {
  return request.platforms.flatMap((target) =>
    partsFor(request, target).map((part) => toContent(request, target, part)),
  );
}

/** Makes the contents of a request whose text may be missing, which is then a problem of each platform. */
export function contentsOfIncomplete(request: PublishRequest): PlatformContent[] {
  return contentsOf(request).map((content) =>
    isBlankText(content.text) ? { ...content, problem: invalid(content.field, EMPTY) } : content,
  );
}

/**
 * Makes the content of one thread part for a target.
 * @param part number of the part, from 1
 * @throws RangeError when there is no such part
 */
export function contentFor(request: PublishRequest, target: Target, part: number): PlatformContent {
  const found = partsFor(request, target)[part - 1];
  if (!found) throw new RangeError(`${target} has no part ${part}`);
  return toContent(request, target, found);
}

type Part = Pick<PlatformContent, 'part' | 'parts' | 'isComment' | 'text' | 'field'>;

/** Makes the content of a part. Files go with the first part. */
function toContent(
  request: PublishRequest,
  target: Target,
  { part, parts, isComment, text, field }: Part,
): PlatformContent {
  const platform = platformOf(target);
  const { override, own, shared } = mediaFor(request, target);
  const candidates = [...own, ...shared].map((media) => {
    const copy = request.copies?.get(media.url);
    return { ...media, kind: mediaKindOf(media.url), ...(copy !== undefined && { copy }) };
  });
  const ofPost = selectMedia(platform, candidates);
  const selection = part > 1 ? NO_MEDIA : ofPost;
  const settings = settingsFor(request, target);
  const measure = (isComment ? measureComment : measureText)(platform, text, { settings });
  const ownField = override?.media ? `overrides.${target}.media` : 'media';
  const mediaField = own.length > 0 ? ownField : 'mediaUrls';
  const wanted = part > 1 ? null : request.poll;
  const poll = wanted && pollFacts(platform) ? wanted : null;
  const isPollLeft = wanted !== null && poll === null;
  // A server may take more than is usual, and a network may have no comments, which is found out with the connection.
  const { text: facts, networks } = platformFacts(platform);
  const isDecidedLater = facts.perServer || (isComment && networks.some((network) => !hasComments(platform, network)));
  return {
    target,
    platform,
    part,
    parts,
    isComment,
    isCommented: request.comments.length > 0,
    text,
    field,
    measure,
    media: selection.taken,
    hasMedia: ofPost.taken.length > 0,
    mediaField,
    fitMedia: request.fitMedia,
    poll,
    settings,
    note: joinNotes([
      selection.note,
      isPollLeft ? leftOut(platform, 'the poll') : null,
      part > 1 ? null : missingLabels(request, platform),
      part > 1 || request.comments.length === 0 || hasComments(platform) ? null : leftOut(platform, 'the comments'),
    ]),
    problem: isDecidedLater
      ? null
      : (textProblem({ platform, field, measure }) ?? filesProblem({ platform, mediaField }, selection.problem)),
  };
}

/** Returns true for a text that is too long, if the account has no subscription which allows longer ones. */
export function mayBeLonger({ platform, measure }: Pick<PlatformContent, 'platform' | 'measure'>): boolean {
  return measure.over > 0 && platformFacts(platform).text.subscriberMax !== undefined;
}

/** Makes one note of several; null for none. */
export function joinNotes(notes: readonly (string | null)[]): string | null {
  return notes.filter((note) => note !== null).join(' ') || null;
}

const NO_MEDIA = { taken: [], note: null, problem: null };

/** Lists the texts that become separate posts, each with its field of the request. */
function partsFor(request: PublishRequest, target: Target): Part[] {
  const override = request.overrides[target];
  const first =
    override?.text === undefined
      ? { text: request.text, field: 'text' }
      : { text: override.text, field: `overrides.${target}.text` };
  const thread = override?.thread ?? (override?.text === undefined ? request.thread : []);
  const field = override?.thread ? `overrides.${target}.thread` : 'thread';
  const platform = platformOf(target);
  const posts = threadPosts(platform, [first.text, ...thread]);
  const comments = hasComments(platform) ? request.comments : [];
  return [...posts, ...comments].map((text, index, { length: parts }) => ({
    part: index + 1,
    parts,
    isComment: index >= posts.length,
    text,
    field: fieldOf(index - posts.length) ?? (index === 0 ? first.field : `${field}[${index - 1}]`),
  }));
}

function fieldOf(comment: number): string | undefined {
  return comment < 0 ? undefined : `comments[${comment}]`;
}

/** Number of the posts of a target that are no comments. */
export function postsOf(request: PublishRequest, target: Target): number {
  return partsFor(request, target).filter(({ isComment }) => !isComment).length;
}

function mediaFor(request: PublishRequest, target: Target) {
  const override = request.overrides[target];
  const own = (override?.media ?? request.media).map(({ url, alt }) => ({
    url,
    alt: alt ?? '',
    field: 'media' as const,
  }));
  const shared = override?.media ? [] : request.mediaUrls.map((url) => ({ url, alt: '', field: 'mediaUrls' as const }));
  return { override, own, shared };
}

/** Makes the error of a text that is too long. @param where addition to the message about the limit */
export function textProblem(
  { platform, field, measure }: Pick<PlatformContent, 'platform' | 'field' | 'measure'>,
  where = '',
): AppError | null {
  if (measure.over === 0) return null;
  const { count, max, over, unit = 'characters' } = measure;
  const problem = `is too long for ${platform}: ${count} of ${max} ${unit}${where}; shorten it by ${over}`;
  return invalid(field, problem, { platform, limit: max, actual: count });
}

/** Makes the error of files that are too many or too few. */
export function filesProblem(
  { platform, mediaField }: Pick<PlatformContent, 'platform' | 'mediaField'>,
  problem: string | null,
): AppError | null {
  return problem === null ? null : invalid(mediaField, problem, { platform });
}

const LINE_BREAK = /[\r\n\u2028\u2029]/;

/** Reads a poll. @throws AppError invalid_request for an answer that is blank, has several lines, or is there twice */
function readPoll(poll: Schema<'Poll'> | null | undefined): Schema<'Poll'> | null {
  if (!poll) return null;
  const told = poll.options.map((option) => option.normalize('NFC').trim());
  const lines = poll.options.findIndex((option) => LINE_BREAK.test(option));
  if (lines >= 0) throw invalid(`poll.options[${lines}]`, 'write one line; this answer has several');
  const again = told.findIndex((option, index) => told.indexOf(option) < index);
  if (again >= 0) throw invalid(`poll.options[${again}]`, 'write another answer; there is one like it');
  const blank = poll.options.findIndex(isBlankText);
  if (blank >= 0) throw invalid(`poll.options[${blank}]`, 'write something; this answer is empty');
  if (poll.question !== undefined && isBlankText(poll.question))
    throw invalid('poll.question', 'write something, or leave it out');
  return poll;
}

/** Reads the labels of a post. @throws AppError invalid_request for one that is too long, or has nothing but marks */
export function readLabels(given: readonly string[] = []): string[] {
  const labels = given.map((label, index) => {
    const stored = normalizeLabel(label);
    if (stored === '') throw invalid(`labels[${index}]`, 'has no word; write something after #');
    if (stored.length > MAX_LABEL_LENGTH)
      throw invalid(`labels[${index}]`, `is too long; a label has at most ${MAX_LABEL_LENGTH} characters`);
    return stored;
  });
  return [...new Set(labels)];
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
