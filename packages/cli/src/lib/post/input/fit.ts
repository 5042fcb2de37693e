import type { Schema } from '@social/sdk';
import type { PlatformId } from '@social/types';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { countOf } from '../../text/terminal-text.ts';
import type { Fit, PublishInput } from '../key/request.ts';
import { type Destination, networkFor } from './connected-network.ts';

type Override = Schema<'Override'>;

/** The text of a platform as it is to be sent: the first part, and those that follow it where there are any. */
export interface Parts {
  readonly text: string;
  readonly thread: readonly string[];
}

/**
 * What a platform is given in place of the parts because they are too long for it, or for the network that is connected;
 * undefined where they fit.
 * @throws {CliError} for a thread of more parts than the server takes, and when the connection cannot be read
 */
export async function fitFor(
  context: Context,
  given: Parts,
  fit: Fit | undefined,
  destination: Destination,
): Promise<Override | undefined> {
  if (fit === undefined || fit === 'error') return undefined;
  const { fitText, fitThread, hasReplies, MAX_PARTS, threadPosts } = await import('@social/rules');
  const { platform, besideMedia } = destination;
  const all = [given.text, ...given.thread];
  const wanted = threadPosts(platform, all);
  const network = await networkFor(context, wanted, destination);
  const fitted =
    fit === 'thread' && hasReplies(platform)
      ? fitThread(platform, given.text)
      : wanted.map((part, index) => fitText(platform, part, { network, besideMedia: besideMedia && index === 0 }));
  if (fitted.length === wanted.length && fitted.every((part, index) => part === wanted[index])) return undefined;
  if (fitted.length > MAX_PARTS) {
    throw usageError(
      `The text takes ${fitted.length} parts on ${platform}; a thread has at most ${MAX_PARTS}`,
      'Nothing was sent. Shorten the text, or use --fit shorten.',
    );
  }
  const [text = '', ...thread] = fitted;
  return { text, ...(thread.length > 0 && { thread }) };
}

/** The overrides that make a text fit each platform, with a word about what was changed. */
export async function fitTexts(
  context: Context,
  platforms: PublishInput['platforms'],
  given: Parts,
  { fit, ...where }: Omit<Destination, 'platform'> & { readonly fit: Fit | undefined },
): Promise<PublishInput['overrides']> {
  if (fit === 'thread' && given.thread.length > 0) {
    throw usageError('--fit thread makes the parts by itself: leave it out, or --thread and --thread-file');
  }
  const overrides: [PlatformId, Override][] = [];
  for (const platform of platforms) {
    const override = await fitFor(context, given, fit, { platform, ...where });
    if (override) overrides.push([platform, override]);
  }
  if (overrides.length === 0) return undefined;
  await context.output.note(overrides.map(([platform, override]) => describe(platform, override, given)).join('\n'));
  return Object.fromEntries(overrides);
}

/** Whether another network of one of the platforms would be given another text, whichever is connected now. */
export async function mayFitOtherwise(
  platforms: PublishInput['platforms'],
  given: Parts,
  besideMedia: boolean,
): Promise<boolean> {
  const { dependsOnNetwork, threadPosts } = await import('@social/rules');
  const all = [given.text, ...given.thread];
  return platforms.some((platform) => dependsOnNetwork(platform, threadPosts(platform, all), besideMedia));
}

function describe(platform: PlatformId, { thread = [] }: Override, given: Parts): string {
  return thread.length > given.thread.length
    ? `Split into ${countOf(thread.length + 1, 'part')} for ${platform}`
    : `Shortened for ${platform}`;
}
