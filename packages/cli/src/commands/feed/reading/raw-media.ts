import type { RssFeed } from 'feedsmith';

type MediaElements = NonNullable<RssFeed.Item<string>['media']>;
type Content = NonNullable<MediaElements['contents']>[number];
type Thumbnail = NonNullable<MediaElements['thumbnails']>[number];

/** A file as a feed names it. */
export interface RawMedium {
  readonly url?: string | undefined;
  /** A media type, or what feeds write there: `jpg`, `image`. */
  readonly type?: string | undefined;
  readonly alt?: string | undefined;
  /** Addresses of the same picture or video in other sizes. */
  readonly others?: readonly string[];
}

type Kind = 'image' | 'video' | 'other';
/** Extensions of the files that are published, and of those that are certainly not. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...kinds('image', 'jpg jpeg jpe jfif pjpeg png gif webp avif heic'),
  ...kinds('video', 'mp4 m4v mov quicktime webm mkv'),
  ...kinds('other', 'mp3 m4a aac ogg opus wav flac pdf svg svg+xml zip epub html htm txt torrent m3u8'),
]);
const ANY_BYTES = /^(?:application|binary)\/(?:octet-stream|binary|x-binary|download|force-download|unknown)$/;

/**
 * Tells whether a file is a picture or a video by its type, else by the extension of its address.
 * @returns `other` for what is neither; undefined where nothing tells it
 */
export function kindOf({ url = '', type = '' }: RawMedium): Kind | undefined {
  const given = type.trim().toLowerCase().replace(/;.*/s, '').trim();
  const [group = '', name = group] = given.split('/');
  const kind = KINDS.get(name.replace(/^\.|^x-/, ''));
  if (kind !== undefined) return kind;
  if (group === 'image' || group === 'video') return group;
  if (given.includes('/') && !ANY_BYTES.test(given)) return 'other';
  if (group === 'audio' || group === 'document' || group === 'executable') return 'other';
  const path = URL.parse(url.trim(), 'http://feed.invalid')?.pathname ?? '';
  return KINDS.get(/\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '');
}

/** Lists the media of an item. A group is one of them; a thumbnail counts where there is nothing else. */
export function mediaOf(media: MediaElements | undefined, more: readonly RawMedium[] = []): RawMedium[] {
  const { contents = [], groups = [], thumbnails = [] } = media ?? {};
  const grouped = groups.flatMap((group) => {
    const alt = group.description?.value;
    const chosen = choose(group.contents ?? []);
    return chosen === undefined ? [] : [{ alt, ...chosen }];
  });
  const all = [...more, ...contents.map(mediumOf), ...grouped];
  if (all.some((one) => kindOf(one) !== 'other')) return all;
  const small = [...thumbnails, ...groups.flatMap((group) => group.thumbnails ?? [])];
  const smaller = [...contents, ...groups.flatMap((group) => group.contents ?? [])].flatMap(
    (one) => one.thumbnails ?? [],
  );
  const picture = largest(small.length > 0 ? small : smaller);
  return picture === undefined ? all : [...all, { url: picture.url, type: 'image', alt: media?.description?.value }];
}

/** Chooses the default of a group, else the largest. What cannot be published counts only where it is alone. */
function choose(contents: readonly Content[]): RawMedium | undefined {
  const fit = contents.filter((one) => kindOf(mediumOf(one)) !== 'other');
  const all = fit.length > 0 ? fit : contents;
  const one = all.find(({ isDefault }) => isDefault) ?? largest(all);
  return one && { ...mediumOf(one), others: contents.flatMap(({ url }) => url ?? []) };
}

function mediumOf({ url, type, medium, description }: Content): RawMedium {
  const alt = description?.value;
  return { url, type: type ?? medium, ...(alt !== undefined && { alt }) };
}

function largest<Size extends Thumbnail & { readonly fileSize?: number }>(all: readonly Size[]): Size | undefined {
  const sizeOf = ({ width = 0, height = 0, fileSize = 0 }: Size) =>
    [width * height || width || height, fileSize] as const;
  return all.reduce<Size | undefined>((best, one) => {
    if (best === undefined) return one;
    const [[area, bytes], [most, mostBytes]] = [sizeOf(one), sizeOf(best)];
    return area > most || (area === most && bytes > mostBytes) ? one : best;
  }, undefined);
}

function kinds(kind: Kind, names: string): [string, Kind][] {
  return names.split(' ').map((name) => [name, kind]);
}
