import { createHash } from 'node:crypto';
import type { Json } from '../../../http/route.ts';
import type { Post } from '../../../world/posts.ts';
import { findLinks } from './text-length.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

interface ShownText {
  readonly text: string;
  /** The `entities.urls` of the post: the originals of the short addresses in the text. */
  readonly urls: readonly Json[];
}

/**
 * The text of a post as the network answers it: links are short addresses, one more leads to the media, and three characters are
 * escaped.
 *
 * @see https://docs.x.com/x-api/fundamentals/data-dictionary
 */
export function showText(post: Post, { username, keys }: { username: string; keys: readonly string[] }): ShownText {
  const urls: Json[] = [];
  const shorten = (expanded: string, display: string) => {
    const url = shortAddress(post.id, urls.length);
    urls.push({ url, expanded_url: expanded, display_url: display });
    return url;
  };
  let text = '';
  let from = 0;
  for (const { index, url } of findLinks(post.text)) {
    const display = url.replace(/^https?:\/\//i, '');
    text += escapeMarks(post.text.slice(from, index)) + shorten(display === url ? `http://${url}` : url, display);
    from = index + url.length;
  }
  text += escapeMarks(post.text.slice(from));
  const mediaLink = shortAddress(post.id, urls.length);
  for (const [index, { type }] of post.media.entries()) {
    const kind = type.startsWith('video/') ? 'video' : 'photo';
    const page = `https://x.com/${username}/status/${post.id}/${kind}/1`;
    const shown = { expanded_url: page, display_url: `pic.x.com/${post.id.slice(-10)}` };
    urls.push({ url: mediaLink, ...shown, media_key: keys[index] ?? '' });
  }
  if (post.media.length > 0) text = text === '' ? mediaLink : `${text} ${mediaLink}`;
  return { text, urls };
}

function escapeMarks(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character] ?? character);
}

function shortAddress(postId: string, index: number): string {
  const digest = createHash('sha256').update(`${postId}/${index}`).digest('base64');
  return `https://t.co/${digest.replace(/[^a-zA-Z0-9]/g, '').slice(0, 10)}`;
}
