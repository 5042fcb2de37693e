import type { Schema } from '@social/types';
import { shownName } from '../../media/fetch/media-url.ts';
import { copiesOf, type FileCopy } from '../../services/contents/file-copies.ts';
import type { PostRow } from '../../store/posts/posts.ts';

type Copies = ReadonlyMap<string, FileCopy>;
type MediaItem = Schema<'MediaItem'>;

const NOTE_CODES = { copying: 'copying_media', copied: 'copied_media', failed: 'copy_failed' } as const;

/** Reads the copies of a post's files, by their addresses. Once the post has begun, nothing more is copied. */
export function shownCopies(post: PostRow): Copies {
  if (post.copies === null) return new Map();
  const shown = copiesOf(post).filter(({ state }) => post.status === 'scheduled' || state !== 'copying');
  return new Map(shown.map((copy) => [copy.url, copy]));
}

/** Adds the states of their copies to files. */
export function withCopies(media: readonly MediaItem[], copies: Copies): MediaItem[] {
  return media.map((item) => {
    const copy = copies.get(item.url);
    if (!copy) return item;
    return { ...item, copy: copy.state, ...(copy.problem && { copyProblem: copy.problem }) };
  });
}

/** Adds the states of their copies to the media of overrides. */
export function overridesWithCopies(
  overrides: Readonly<Record<string, Schema<'Override'>>>,
  copies: Copies,
): Record<string, Schema<'Override'>> {
  const shown = Object.entries(overrides).map(([platform, override]) => {
    const { media } = override;
    return [platform, media ? { ...override, media: withCopies(media, copies) } : override] as const;
  });
  return Object.fromEntries(shown);
}

/** Says how far the copies of files are that are given by their addresses alone, while the post waits for its time. */
export function copyNotes({ status }: PostRow, urls: readonly string[], copies: Copies): Schema<'PostNote'>[] {
  if (status !== 'scheduled') return [];
  return urls.flatMap((url) => {
    const copy = copies.get(url);
    return copy ? [{ code: NOTE_CODES[copy.state], message: sentenceOf(copy) }] : [];
  });
}

function sentenceOf({ url, state, problem }: FileCopy): string {
  const name = shownName(url);
  if (state === 'copying') return `${name} is being copied before the post is due`;
  if (state === 'copied') return `${name} was copied; the post sends the copy`;
  return `${name} could not be copied, and is fetched when the post is due: ${problem?.message}`;
}
