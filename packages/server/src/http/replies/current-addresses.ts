import type { Schema } from '@social/types';

type Draft = Schema<'Draft'>;
/** A draft or a post, by what names its files. */
type WithFiles = Pick<Draft, 'media' | 'mediaUrls' | 'overrides'>;
type Renew = (url: string) => Promise<string>;

/** Gives a draft or post addresses of its files that can be opened. @param renew returns the current address of a file */
export async function withCurrentAddresses<Shown extends WithFiles>(shown: Shown, renew: Renew): Promise<Shown> {
  const { media, mediaUrls, overrides } = shown;
  return {
    ...shown,
    ...(media && { media: await renewed(media, renew) }),
    ...(mediaUrls && { mediaUrls: await Promise.all(mediaUrls.map(renew)) }),
    ...(overrides && { overrides: await overridesWith(overrides, renew) }),
  };
}

async function overridesWith(
  overrides: NonNullable<Draft['overrides']>,
  renew: Renew,
): Promise<NonNullable<Draft['overrides']>> {
  const entries = Object.entries(overrides).map(async ([platform, override]) => {
    const { media } = override;
    return [platform, media ? { ...override, media: await renewed(media, renew) } : override] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

function renewed(media: readonly Schema<'MediaItem'>[], renew: Renew): Promise<Schema<'MediaItem'>[]> {
  return Promise.all(media.map(async (item) => ({ ...item, url: await renew(item.url) })));
}
