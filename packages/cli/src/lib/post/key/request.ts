import { createHash, randomUUID } from 'node:crypto';
import type { Input } from '@social/sdk';
import { PLATFORM_IDS, type PlatformId } from '@social/types';
import { usageError } from '../../errors.ts';
import { allPlatforms, didYouMeanPlatform, type NamedPlatform, platformNamed } from '../../networks.ts';
import { quote } from '../../text/terminal-text.ts';
import { utcText } from '../../text/time.ts';

export type PublishInput = Input<'createPost'>;
export type MediaItem = NonNullable<PublishInput['media']>[number];

/** What the command does with a text that is too long for a platform. */
export const FITS = ['shorten', 'thread', 'error'] as const;
export type Fit = (typeof FITS)[number];

/** The platforms of `--to`, each once, in one order: what is the same post must be the same request. */
export function parseTargets(values: readonly string[]): PlatformId[] {
  if (values.length === 0) {
    throw usageError('Say where to publish: --to profnet,microblog', `Platforms: ${allPlatforms()}`);
  }
  const names = values.flatMap((value) => splitList(value, '--to'));
  const wanted = new Set(names.map(parsePlatform));
  return PLATFORM_IDS.filter((id) => wanted.has(id));
}

/** Those of `--to` that name one of several networks of a platform. */
export function namedNetworks(values: readonly string[]): Required<NamedPlatform>[] {
  return values.flatMap((value) =>
    value.split(',').flatMap((name) => {
      const { platform, network } = platformNamed(name.trim()) ?? {};
      return platform !== undefined && network !== undefined ? [{ platform, network }] : [];
    }),
  );
}

/** A time as it is asked for: one that has passed is refused, as now is what a post without a time gets. */
export function timeOf(at: Date | undefined): Pick<PublishInput, 'scheduledFor' | 'ifPast'> {
  return at === undefined ? { scheduledFor: undefined } : { scheduledFor: utcText(at), ifPast: 'refuse' };
}

/** The entries of a list with commas. @throws {CliError} for an empty one: a variable that was to name it is unset */
function splitList(list: string, flag: string): string[] {
  const entries = list.split(',').map((entry) => entry.trim());
  if (!entries.includes('')) return entries;
  throw usageError(`${flag} ${quote(list)} has an empty entry; is a variable unset?`, 'Nothing was sent.');
}

/** @throws {CliError} for a name that is no platform */
export function parsePlatform(name: string): PlatformId {
  const named = platformNamed(name);
  if (named) return named.platform;
  throw usageError(`${quote(name)} is not a platform${didYouMeanPlatform(name)}`, `Platforms: ${allPlatforms()}`);
}

/** Settings that are on or off. */
const FLAGS: readonly string[] = ['pull'];

/** The object of `--meta key=value`. A repeated key and `tags` make a list; `tags=a,b` is two tags. */
export function parseMeta(pairs: readonly string[]): Record<string, string | string[] | boolean> | undefined {
  const meta = new Map<string, string | string[]>();
  for (const pair of pairs) {
    const [key = '', value] = pair.split(/=(.*)/s);
    if (!key || value === undefined) throw usageError(`--meta ${quote(pair)} is not key=value`);
    const earlier = meta.get(key);
    if (key === 'tags')
      meta.set(
        key,
        [...(earlier ?? []), ...value.split(',')].map((tag) => tag.trim()),
      );
    else meta.set(key, earlier === undefined ? value : [earlier, value].flat());
  }
  const entries = [...meta].toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([key, value]) => [key, FLAGS.includes(key) ? value === 'true' : value]));
}

/** An address of stored media: each upload of a file has another signature before its content's sum. */
const STORED = /\/media\/[\w-]{30,}(?=\/[0-9a-f]{64}\.)/;

/**
 * The Idempotency-Key of a post that was given none: the same profile, targets, texts, time, media and settings make the
 * same key, so that a job that runs twice publishes once. `again` makes a fresh one. `fit` is what made the overrides, where
 * nobody wrote them: its name counts in their place, since another version may cut the same text elsewhere.
 */
export function deriveKey(
  input: PublishInput,
  { again = false, fit }: { readonly again?: boolean | undefined; readonly fit?: Fit | undefined } = {},
): string {
  const { text, platforms, scheduledFor, profile, media, meta, overrides, thread } = input;
  const content: unknown[] = [
    profile,
    platforms,
    text,
    scheduledFor,
    media?.map((item) => ({ ...item, url: item.url.replace(STORED, '/media') })),
    meta,
    fit ?? overrides,
    again ? randomUUID() : null,
  ];
  // The keys of posts without further parts are those of earlier versions.
  if (thread) content.push(thread);
  return `cli-${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`;
}
