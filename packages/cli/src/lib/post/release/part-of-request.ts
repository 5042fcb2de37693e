import { onlyPlatforms, type PublishInput } from '@social/post-input';
import { mediaKindOf, selectMedia } from '@social/rules';
import { SocialApiError, type SocialClient } from '@social/sdk';
import { platformOf, type Target } from '@social/types';
import type { Context } from '../../context.ts';
import { dryRun, withoutTime } from '../dry-run.ts';
import type { GivenPost } from '../input/given-post.ts';

/** The request for some of the platforms, without texts and settings of the others. */
export async function onlyFor(
  context: Context,
  client: SocialClient,
  { given, platforms }: { given: GivenPost; platforms: readonly Target[] },
): Promise<PublishInput> {
  const { input } = given;
  const part = withoutFilesOfOthers(given, onlyPlatforms(input, platforms));
  if (typeof input.meta !== 'object' || platforms.length === input.platforms.length) return part;
  const meta = new Map(Object.entries(input.meta));
  for (;;) {
    const some = { ...part, meta: meta.size > 0 ? Object.fromEntries(meta) : undefined };
    try {
      await dryRun(context, client, withoutTime({ ...given, input: some }));
      return some;
    } catch (error) {
      const setting = refusedSetting(error);
      if (setting === undefined || !meta.has(setting)) throw error;
      if (meta.size === Object.keys(input.meta).length) await refuseUnknownSetting(context, client, given);
      meta.delete(setting);
    }
  }
}

/** The request without files of this machine that only the other platforms take: their upload could be refused. */
function withoutFilesOfOthers(
  { input: { media = [], platforms }, files }: GivenPost,
  part: PublishInput,
): PublishInput {
  const isTaken = (url: string, takers: readonly Target[]) =>
    takers.some((taker) => takenBy(taker, { media, files }).includes(url));
  const left = media.filter(({ url }) => !files.has(url) || isTaken(url, part.platforms) || !isTaken(url, platforms));
  return left.length === media.length ? part : { ...part, media: left.length > 0 ? left : undefined };
}

/** Names of the media that a target takes. */
function takenBy(target: Target, { media = [], files }: Pick<PublishInput, 'media'> & Pick<GivenPost, 'files'>) {
  const candidates = media.map(({ url }) => ({
    ...{ url, kind: files.get(url)?.look.kind ?? mediaKindOf(url), field: 'media' as const },
  }));
  return selectMedia(platformOf(target), candidates).taken.map(({ url }) => url);
}

/** Refuses a setting that no platform of the release knows, which is misspelled. Ignores all other problems. */
async function refuseUnknownSetting(context: Context, client: SocialClient, given: GivenPost): Promise<void> {
  try {
    await dryRun(context, client, withoutTime(given));
  } catch (error) {
    if (refusedSetting(error) !== undefined) throw error;
  }
}

function refusedSetting(error: unknown): string | undefined {
  const field = error instanceof SocialApiError ? String(error.details?.['field']) : '';
  return field.startsWith('meta.') ? field.slice('meta.'.length) : undefined;
}
