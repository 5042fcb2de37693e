import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import type { Fit, PostTime, PublishInput } from '@social/post-input';
import { isTarget, platformOf, type Target } from '@social/types';
import type { MediaOption } from '../../../lib/post/input/media-files.ts';
import type { NamedSettings } from '../../../lib/post/input/settings.ts';
import type { NamedTarget } from '../../../lib/post/input/targets.ts';
import { didYouMean } from '../../../lib/text/nearest.ts';
import { quote } from '../../../lib/text/terminal-text.ts';
import {
  type FieldPath,
  readAt,
  readFit,
  readFlag,
  readFurther,
  readLabels,
  readMediaList,
  readMeta,
  readPlatforms,
  readPoll,
  readSettings,
  readTexts,
  type Settings,
  type Texts,
} from './fields.ts';
import type { FoundFile } from './find-files.ts';
import { type FrontMatter, FrontMatterError, readFrontMatter } from './front-matter.ts';
import type { Problem } from './problems.ts';

const MAX_BYTES = 262_144;

/** A post as described by its file. */
export interface PostFile extends FoundFile {
  readonly platforms: readonly NamedTarget[];
  readonly profile: string | undefined;
  readonly at: PostTime | undefined;
  readonly media: readonly MediaOption[];
  readonly poll: PublishInput['poll'];
  readonly meta: Settings | undefined;
  readonly settings: readonly NamedSettings[];
  readonly aiGenerated: boolean | undefined;
  readonly paidPartnership: boolean | undefined;
  readonly text: string;
  readonly thread: readonly string[];
  readonly comments: readonly string[];
  /** Texts of targets that have a separate one. */
  readonly texts: Texts;
  readonly fit: Fit | undefined;
  readonly fitMedia: boolean | undefined;
  readonly allowLeftOut: boolean | undefined;
  readonly copyMedia: boolean | undefined;
  readonly labels: readonly string[];
  readonly key: string | undefined;
  readonly bodyLine: number;
  lineOf(...path: FieldPath): number;
}

/** Reads a file. @returns the post, or all problems of the file */
export async function readPostFile(found: FoundFile): Promise<PostFile | readonly Problem[]> {
  const { file, path } = found;
  const problem = (line: number, message: string): Problem => ({ file, line, message });
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile()) return [problem(1, 'it cannot be read')];
  if (info.size > MAX_BYTES) return [problem(1, 'it is larger than 256 KB, which is too long for a post')];
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes) return [problem(1, 'it cannot be read')];
  if (!isUtf8(bytes)) return [problem(lineOfFirstWrongByte(bytes), 'this is not UTF-8 text')];
  try {
    const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n');
    return readFields(found, readFrontMatter(text));
  } catch (error) {
    if (error instanceof FrontMatterError) return [problem(error.line, error.message)];
    throw error;
  }
}

function lineOfFirstWrongByte(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    const next = end === -1 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(start, next))) return line;
    start = next;
  }
  return line;
}

const FIELDS = [
  ...['platforms', 'profile', 'at', 'media', 'poll', 'meta', 'text', 'thread', 'fit', 'fitMedia', 'allowLeftOut'],
  ...['copyMedia', 'labels', 'key', 'comments', 'settings', 'aiGenerated', 'paidPartnership'],
];

function readFields(found: FoundFile, matter: FrontMatter): PostFile | readonly Problem[] {
  const problems: Problem[] = [];
  const { values, body, bodyLine, lineOf } = matter;
  const complain = (line: number, message: string) => {
    problems.push({ file: found.file, line, message });
    return undefined;
  };
  for (const name of Object.keys(values)) {
    if (!FIELDS.includes(name)) complain(lineOf(name), `there is no field ${quote(name)}${didYouMean(name, FIELDS)}`);
  }
  const text = (name: string): string | undefined => {
    const value = values[name];
    if (value === undefined || (typeof value === 'string' && value.trim() !== '')) return value;
    return complain(lineOf(name), `${name} is not a text`);
  };
  /** The arguments of a reader: the value of a field, and how to complain about it. */
  const of = (name: string) =>
    [values[name], (message: string, ...path: FieldPath) => complain(lineOf(name, ...path), message)] as const;
  const flag = (name: string) => readFlag(name, ...of(name));
  const post: PostFile = {
    ...found,
    platforms: readPlatforms(...of('platforms')),
    profile: text('profile'),
    at: readAt(text('at'), of('at')[1]),
    media: readMediaList(...of('media')),
    poll: readPoll(...of('poll')),
    meta: readMeta(...of('meta')),
    settings: readSettings(...of('settings')),
    aiGenerated: flag('aiGenerated'),
    paidPartnership: flag('paidPartnership'),
    texts: readTexts(...of('text')),
    thread: readFurther('thread', ...of('thread')),
    comments: readFurther('comments', ...of('comments')),
    fit: readFit(text('fit'), of('fit')[1]),
    fitMedia: flag('fitMedia'),
    allowLeftOut: flag('allowLeftOut'),
    copyMedia: flag('copyMedia'),
    labels: readLabels(...of('labels')),
    key: text('key'),
    text: body,
    bodyLine,
    lineOf,
  };
  if (body === '') complain(bodyLine, 'there is no text below the front matter');
  if (post.key !== undefined && !/^[ -~]{1,200}$/.test(post.key))
    complain(lineOf('key'), 'key takes 1-200 printable ASCII characters');
  if (post.fit === 'thread' && post.thread.length > 0)
    complain(lineOf('fit'), 'fit: thread makes the parts: leave out either fit or thread');
  for (const target of Object.keys(post.texts)) {
    if (isTarget(target) && !post.platforms.some((one) => mayMean(one, target)))
      complain(lineOf('text', target), `${target} is not among platforms`);
  }
  return problems.length > 0 ? problems : post;
}

/** Returns true where a named target is this one, or may stand for it once the accounts are known. */
function mayMean({ target: named }: NamedTarget, target: Target): boolean {
  return named === target || named === 'all' || named === `${platformOf(target)}:*`;
}
