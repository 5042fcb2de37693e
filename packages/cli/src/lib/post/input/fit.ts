import type { Fit, PublishInput } from '@social/post-input';
import type { TextPlace } from '@social/rules';
import type { Schema } from '@social/sdk';
import { platformOf, type Target } from '@social/types';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { connectionOf, nameOfTarget } from '../../networks.ts';
import { readConnections } from '../../server/connections.ts';
import { countOf } from '../../text/terminal-text.ts';

type Override = Schema<'Override'>;

/** The destination of a text. */
interface Destination {
  readonly target: Target;
  /** Id of the profile; undefined for the default profile. */
  readonly profileId: string | undefined;
  readonly besideMedia: boolean;
  /** Settings of the post: a content warning counts with the text. */
  readonly meta?: TextPlace['settings'];
  readonly settings?: PublishInput['settings'];
}

/** The text for a platform: the first part, and further parts of a thread. */
export interface Parts {
  readonly text: string;
  readonly thread: readonly string[];
}

/**
 * Fits the parts to a platform or its connected network. @returns the fitted parts, or undefined when the parts fit unchanged
 *
 * @throws {CliError} for a thread with more parts than the server takes, and when the connection cannot be read
 */
export async function fitFor(
  context: Context,
  given: Parts,
  fit: Fit | undefined,
  destination: Destination,
): Promise<Override | undefined> {
  if (fit === undefined || fit === 'error') return undefined;
  const { fitText, fitThread, hasReplies, MAX_PARTS, threadPosts } = await import('@social/rules');
  const { target, besideMedia, meta, settings = {} } = destination;
  const platform = platformOf(target);
  const all = [given.text, ...given.thread];
  const wanted = threadPosts(platform, all);
  const place = { ...(await placeOf(context, wanted, destination)), settings: { ...meta, ...settings[target] } };
  const fitted =
    fit === 'thread' && hasReplies(platform)
      ? fitThread(platform, given.text, place)
      : wanted.map((part, index) => fitText(platform, part, { ...place, besideMedia: besideMedia && index === 0 }));
  if (fitted.length === wanted.length && fitted.every((part, index) => part === wanted[index])) return undefined;
  if (fitted.length > MAX_PARTS) {
    throw usageError(
      `The text takes ${fitted.length} parts on ${nameOfTarget(target)}; a thread has at most ${MAX_PARTS}`,
      'Nothing was sent. Shorten the text, or use --fit shorten.',
    );
  }
  const [text = '', ...thread] = fitted;
  return { text, ...(thread.length > 0 && { thread }) };
}

/** Makes overrides that fit a text to each platform, and prints what was changed. */
export async function fitTexts(
  context: Context,
  platforms: PublishInput['platforms'],
  given: Parts,
  { fit, ...where }: Omit<Destination, 'target'> & { readonly fit: Fit | undefined },
): Promise<PublishInput['overrides']> {
  if (fit === 'thread' && given.thread.length > 0) {
    throw usageError('--fit thread makes the parts: leave it out, or leave out --thread and --thread-file');
  }
  const overrides: [Target, Override][] = [];
  for (const target of platforms) {
    const override = await fitFor(context, given, fit, { target, ...where });
    if (override) overrides.push([target, override]);
  }
  if (overrides.length === 0) return undefined;
  await context.output.note(overrides.map(([target, override]) => describe(target, override, given)).join('\n'));
  return Object.fromEntries(overrides);
}

/** Returns true when the fitted text of a platform depends on which network or server is connected. */
export async function mayFitOtherwise(
  platforms: PublishInput['platforms'],
  given: Parts,
  besideMedia: boolean,
): Promise<boolean> {
  const { dependsOnNetwork, threadPosts } = await import('@social/rules');
  const all = [given.text, ...given.thread];
  return platforms.map(platformOf).some((id) => dependsOnNetwork(id, threadPosts(id, all), besideMedia));
}

/**
 * The network that a profile has connected, and the limits of its server; empty when the texts fit everywhere, and when
 * nothing is connected.
 * @param posts texts of the posts on the platform; the first one has the media
 */
async function placeOf(
  context: Context,
  posts: readonly string[],
  { target, profileId, besideMedia }: Destination,
): Promise<TextPlace> {
  const { dependsOnNetwork } = await import('@social/rules');
  if (!dependsOnNetwork(platformOf(target), posts, besideMedia)) return {};
  const connections = await readConnections(context, profileId);
  const { network, text } = connectionOf(connections, target) ?? {};
  return { network: network ?? undefined, server: text };
}

function describe(target: Target, { thread = [] }: Override, given: Parts): string {
  return thread.length > given.thread.length
    ? `Split into ${countOf(thread.length + 1, 'part')} for ${nameOfTarget(target)}`
    : `Shortened for ${nameOfTarget(target)}`;
}
