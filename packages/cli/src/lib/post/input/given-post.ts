import {
  deriveKey,
  type Fit,
  findProfile,
  freshKey,
  type KeyedPost,
  type PostTime,
  type PublishInput,
  timeOf,
} from '@social/post-input';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { allowsLocalTime } from '../../terminal/tty.ts';
import { parsePostTime, utcText, waitUntil } from '../../text/time.ts';
import { type Release, type ReleaseOptions, readRelease } from '../release/release.ts';
import { type ConnectedNetworks, readNetworks } from './connected-networks.ts';
import { fitTexts, mayFitOtherwise, type Parts } from './fit.ts';
import { type GivenMedia, type MediaOption, readMedia } from './media-files.ts';
import { type PollOptions, readPoll } from './poll-options.ts';
import { readParts, readText } from './read-text.ts';
import { disclosed, parseMeta, parseSettings, type SettingOptions, settingsFor, typedSettings } from './settings.ts';
import { parseTargets, resolveTargets } from './targets.ts';

/** Options of `social post` that describe the post. */
export interface PostOptions extends ReleaseOptions, PollOptions, SettingOptions {
  readonly to?: string[];
  readonly media?: MediaOption[];
  /** Unset by `--no-fit-media`. */
  readonly fitMedia?: boolean;
  readonly copyMedia?: boolean;
  readonly allowLeftOut?: boolean;
  readonly at?: string;
  readonly label?: string[];
  readonly fit?: Fit;
  readonly thread?: string[];
  readonly threadFile?: string;
  readonly comment?: string[];
}

/** A post before its files are uploaded. */
export interface GivenPost {
  readonly input: PublishInput;
  readonly files: GivenMedia['files'];
  /** Connected networks, where these decide what is left out. */
  readonly networks?: ConnectedNetworks;
  /** The fit that made the overrides. The idempotency key holds its name instead of the overrides. */
  readonly fit?: Fit | undefined;
  /** The targets as they were typed, where the request has others. */
  readonly typed?: KeyedPost['typed'];
}

/** A release, which is published once even if its notes change. Its existing posts decide what is sent. */
export interface GivenRelease extends GivenPost {
  readonly input: PublishInput & { readonly profile: string };
  readonly profileId: string;
  /** Set when the profile was named; otherwise it is the present default profile. */
  readonly isProfileNamed: boolean;
  readonly release: { readonly title: string; readonly identity: NonNullable<Release['identity']> };
}

/** Reads the post that the command line asks for. @throws {CliError} for wrong or missing input */
export async function readPost(
  context: Context,
  argument: string | undefined,
  options: PostOptions,
): Promise<GivenRelease | (GivenPost & KeyedPost)> {
  const { key, again } = options;
  if (key !== undefined && again) throw usageError('--again makes a new key: leave out --key or --again');
  const to = parseTargets(options.to ?? []);
  const meta = parseMeta(options.meta ?? []);
  const namedSettings = parseSettings(options.set ?? []);
  const poll = readPoll(options);
  const at = options.at === undefined ? undefined : parsePostTime(options.at, allowsLocalTime(context.io));
  const { release, parts } = await readTexts(context, argument, options);
  const { items, files } = await readMedia(context, options.media ?? []);
  if (at) await noteTime(context, at);
  const { identity } = release ?? {};
  const named = await context.profile();
  const find = async () => await findProfile(await context.client(), named, context.io.signal);
  const given = named === undefined ? undefined : await find();
  const { platforms, typed } = await resolveTargets(context, to, given?.id, namedSettings);
  const settings = settingsFor(namedSettings, platforms);
  const where = { besideMedia: items.length > 0, profileId: given?.id, meta, settings };
  const overrides = await fitTexts(context, platforms, parts, { fit: options.fit, ...where });
  // A derived key holds the id of the profile. With any other key the server may take the default one.
  const isDerived = identity !== undefined || (key === undefined && !again);
  const profile = given ?? (isDerived ? await find() : undefined);
  const input: PublishInput = {
    text: parts.text,
    ...(parts.thread.length > 0 && { thread: [...parts.thread] }),
    platforms,
    media: items.length > 0 ? items : undefined,
    ...(poll && { poll }),
    ...(options.comment && { comments: options.comment }),
    meta,
    ...(settings && { settings }),
    ...disclosed(options),
    overrides,
    ...fileFlags(options),
    ...(options.label && { labels: options.label }),
    ...timeOf(at),
    profile: profile?.slug,
  };
  const networks = await readNetworks(context, input, given?.id);
  if (release && identity && profile) {
    return {
      typed,
      networks,
      input: { ...input, profile: profile.slug },
      profileId: profile.id,
      isProfileNamed: named !== undefined,
      files,
      release: { title: release.title, identity },
    };
  }
  if (profile === undefined || !isDerived) return { input, files, networks, key: key ?? freshKey() };
  const mayFit = options.fit !== undefined && options.fit !== 'error';
  // The key does not depend on the connected network: it stays the same when another one is connected.
  const isFitted = mayFit && (overrides !== undefined || (await mayFitOtherwise(platforms, parts, where.besideMedia)));
  const fit = isFitted ? options.fit : undefined;
  const how = { fit, typed, settings: typedSettings(namedSettings) };
  return { input, files, networks, fit, typed, key: deriveKey(profile.id, input, how) };
}

function fileFlags({ fitMedia, copyMedia }: PostOptions): Pick<PublishInput, 'fitMedia' | 'copyMedia'> {
  return { ...(fitMedia === false && { fitMedia: false }), ...(copyMedia && { copyMedia: true }) };
}

/** Reads the text and its further parts, of a release or as they were given. */
async function readTexts(
  context: Context,
  argument: string | undefined,
  options: PostOptions,
): Promise<{ readonly release: Release | undefined; readonly parts: Parts }> {
  const release = await readRelease(context, argument, options);
  if (!release) return { release, parts: await readGivenParts(context, argument, options) };
  if (options.threadFile !== undefined) throw usageError('Give the text once: --thread-file holds every part');
  return { release, parts: { text: release.text, thread: options.thread ?? [] } };
}

async function readGivenParts(
  { io }: Context,
  argument: string | undefined,
  { file, thread = [], threadFile }: PostOptions,
): Promise<Parts> {
  if (threadFile === undefined) return { text: await readText(io, argument, file), thread };
  if (argument !== undefined || file !== undefined || thread.length > 0) {
    throw usageError('Give the text once: --thread-file holds every part');
  }
  return await readParts(io, threadFile);
}

/** The server refuses times that passed longer ago. */
const PUBLISHED_AT_ONCE_MS = 5 * 60_000;

/** Prints the instant of a local or offset time before anything is sent. */
async function noteTime({ io, output }: Context, at: PostTime): Promise<void> {
  if (at === 'next') return;
  const lateMs = io.now().getTime() - at.getTime();
  const past = lateMs > PUBLISHED_AT_ONCE_MS ? 'that is in the past' : 'which is now: it is published at once';
  const meaning = lateMs >= 0 ? past : waitUntil(at, io.now());
  await output.note(`--at is ${utcText(at)}, ${meaning}`);
}
