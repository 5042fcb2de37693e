import type { PlatformId, Schema } from '@social/sdk';
import type { PublishInput } from './post-key.ts';

type Preview = Pick<Schema<'PostPreview'>, 'status' | 'platformResults'>;

/** Problems of the content. With one of them, a post may be refused as a whole; with another problem, its platform fails alone. */
const OF_CONTENT: readonly (string | undefined)[] = ['invalid_request', 'media_refused'];

/**
 * The platforms that a publish may name after a dry run: all where none has a problem; none where one has, unless the others may
 * go alone. A platform that would fail alone stays, so that it can be tried again. Only the content of a scheduled post counts:
 * until it is due, an account may still be connected.
 * @param platforms the ones to be sent to
 * @param continueOnPartial set when the others may be sent to though some have a problem
 */
export function sendablePlatforms(
  { status, platformResults }: Preview,
  platforms: readonly PlatformId[],
  continueOnPartial: boolean,
): PlatformId[] {
  const isTaken = (platform: PlatformId) => !OF_CONTENT.includes(platformResults[platform]?.code);
  const ready = platforms.filter(
    (platform) => platformResults[platform]?.ok || (status === 'scheduled' && isTaken(platform)),
  );
  if (ready.length === platforms.length) return ready;
  return continueOnPartial && ready.length > 0 ? platforms.filter(isTaken) : [];
}

/** The request for some of its platforms, without the texts of the others. */
export function onlyPlatforms(input: PublishInput, platforms: readonly PlatformId[]): PublishInput {
  if (platforms.length === input.platforms.length) return input;
  const texts = Object.entries(input.overrides ?? {}).filter(([id]) => platforms.some((one) => one === id));
  return { ...input, platforms: [...platforms], overrides: texts.length > 0 ? Object.fromEntries(texts) : undefined };
}
