import type { MediaItem } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { countOf } from '../../lib/text/terminal-text.ts';
import type { FeedItem } from './reading/feed-item.ts';

/** Files of an item that are published: as many as every network with several pictures takes. */
const MAX_MEDIA = 4;
/** Files of an item whose first bytes are read. */
const MAX_READ = 8;
/** Longest alternative text that the contract allows. */
const MAX_ALT = 1_000;
const WITHIN_MS = 5_000;
/** Bytes that tell the types of pictures and videos. */
const HEAD_BYTES = 16;
/** First bytes, in hexadecimal, of JPEG, PNG, GIF, WebP, AVI, MP4 and QuickTime without sounds, and Matroska with WebM. */
const PICTURE_OR_VIDEO =
  /^(?:ffd8ff|89504e470d0a1a0a|474946383[79]61|52494646.{8}(?:57454250|41564920)|.{8}66747970(?!4d344[12])|1a45dfa3)/;

/**
 * Chooses the pictures and videos of an item to publish. Reads the first bytes of files where nothing else tells what they are.
 * @returns the media, and notes on what is left out or cut
 */
export async function mediaToPublish(
  context: Context,
  { media: all }: FeedItem,
): Promise<{ readonly media: MediaItem[]; readonly notes: readonly string[] }> {
  const media: MediaItem[] = [];
  const notes: string[] = [];
  let unread = MAX_READ;
  for (const [index, { url, alt, isUnsure }] of all.entries()) {
    if (media.length === MAX_MEDIA) {
      notes.push(`${countOf(all.length - index, 'more file')} left out: a post has at most ${MAX_MEDIA}`);
      break;
    }
    const problem = isUnsure ? await problemOf(context, url, unread) : undefined;
    if (isUnsure) unread -= 1;
    if (problem !== undefined) {
      notes.push(`${url} is left out: ${problem}`);
      continue;
    }
    const short = alt === undefined ? undefined : cut(alt);
    if (short !== alt) notes.push(`the alternative text of ${url} is cut to ${MAX_ALT} characters`);
    media.push({ url, ...(short !== undefined && { alt: short }) });
  }
  return { media, notes };
}

function cut(alt: string): string {
  const characters = Array.from(alt);
  if (characters.length <= MAX_ALT) return alt;
  return `${characters
    .slice(0, MAX_ALT - 2)
    .join('')
    .replace(/\s+\S*$/, '')} …`;
}

/** Tells why a file cannot be published, by its first bytes. */
async function problemOf({ io }: Context, url: string, unread: number): Promise<string | undefined> {
  if (unread <= 0) return 'the feed does not tell its type';
  try {
    const signal = AbortSignal.any([io.signal, AbortSignal.timeout(WITHIN_MS)]);
    const answer = await io.fetch(new Request(url, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` }, signal }));
    if (!answer.ok) {
      await answer.body?.cancel();
      return `it answered ${answer.status}`;
    }
    return PICTURE_OR_VIDEO.test(await headOf(answer)) ? undefined : 'it is neither a picture nor a video';
  } catch {
    io.signal.throwIfAborted();
    return 'it could not be read';
  }
}

async function headOf({ body }: Response): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const chunk of body ?? []) {
    head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)]);
    if (head.length >= HEAD_BYTES) break;
  }
  return head.toString('hex');
}
