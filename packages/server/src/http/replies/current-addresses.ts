import type { Schema } from '@social/types';
import type { MediaLibrary, NamedFile } from '../../services/media-library.ts';

type Draft = Schema<'Draft'>;
/** A draft or a post, by what names its files. */
type WithFiles = Pick<Draft, 'media' | 'mediaUrls' | 'overrides'>;

/**
 * Looks up the files of a workspace's drafts or posts.
 * @returns a function that gives each of them addresses that can be opened, and documents their names; a file that is gone keeps its
 * expired address
 */
export async function readAddresses(
  library: Pick<MediaLibrary, 'renew'>,
  workspaceId: string,
  shown: readonly WithFiles[],
): Promise<<Shown extends WithFiles>(shown: Shown) => Shown> {
  const renewed = await library.renew(workspaceId, shown.flatMap(addressesOf));
  return (each) => (renewed.size === 0 ? each : replaceAddresses(each, renewed));
}

function addressesOf({ media = [], mediaUrls = [], overrides = {} }: WithFiles): string[] {
  const own = Object.values(overrides).flatMap((override) => override.media ?? []);
  return [...mediaUrls, ...[...media, ...own].map(({ url }) => url)];
}

function replaceAddresses<Shown extends WithFiles>(shown: Shown, renewed: ReadonlyMap<string, NamedFile>): Shown {
  const current = (url: string) => renewed.get(url)?.url ?? url;
  const replaced = (items: readonly Schema<'MediaItem'>[]) =>
    items.map((item) => ({ ...item, url: current(item.url) }));
  const { media, mediaUrls, overrides } = shown;
  return {
    ...shown,
    ...(media && { media: media.map((item) => ({ ...item, ...renewed.get(item.url) })) }),
    ...(mediaUrls && { mediaUrls: mediaUrls.map(current) }),
    ...(overrides && {
      overrides: Object.fromEntries(
        Object.entries(overrides).map(([platform, override]) => [
          platform,
          override.media ? { ...override, media: replaced(override.media) } : override,
        ]),
      ),
    }),
  };
}
