import type { PublishInput } from '@social/post-input';
import type { Schema } from '@social/sdk';
import type { Post } from '../../../lib/post/post.ts';

/** Names of the parts in which a post on the server differs from the wanted one. */
export function differencesTo(post: Post, input: PublishInput): string[] {
  const pairs: [string, unknown, unknown][] = [
    ['text', post.text, input.text],
    ['thread', post.thread ?? [], input.thread ?? []],
    ['comments', post.comments ?? [], input.comments ?? []],
    ['platforms', post.platforms.toSorted(), input.platforms.toSorted()],
    ['time', post.slot ?? instantOf(post.scheduledFor), input.slot ?? instantOf(input.scheduledFor)],
    ['media', mediaOf(post.media), mediaOf(input.media)],
    ['poll', post.poll ?? null, input.poll ?? null],
    ['fitMedia', post.fitMedia ?? true, input.fitMedia ?? true],
    ['copyMedia', post.copyMedia ?? false, input.copyMedia ?? false],
    ['settings', settingsOf(post), settingsOf(input)],
    ['text of a platform', textsOf(post.overrides), textsOf(input.overrides)],
  ];
  // A post that was sent needs no copies.
  const compared = post.status === 'scheduled' ? pairs : pairs.filter(([name]) => name !== 'copyMedia');
  return compared.flatMap(([name, one, other]) => (canonical(one) === canonical(other) ? [] : [name]));
}

function instantOf(time: string | undefined): number | null {
  return time === undefined ? null : Date.parse(time);
}

type Medium = Pick<Schema<'MediaItem'>, 'url'> & { alt?: string | undefined };

/** Names stored files by their hash, because each upload has another address. */
function mediaOf(media: readonly Medium[] = []): unknown {
  return media.map(({ url, alt = '' }) => {
    const [, sha256] = /\/media\/[\w-]{30,}\/([0-9a-f]{64})\./.exec(url) ?? [];
    return [sha256 === undefined ? url : `sha256:${sha256}`, alt];
  });
}

/** What a post or a request says of settings; a label is wanted or not. */
function settingsOf({
  meta = {},
  settings = {},
  aiGenerated = false,
  paidPartnership = false,
}: Partial<Record<'meta' | 'settings' | 'aiGenerated' | 'paidPartnership', unknown>>): unknown {
  return { meta, settings, aiGenerated, paidPartnership };
}

function textsOf(overrides: PublishInput['overrides'] | Post['overrides'] = {}): unknown {
  return Object.fromEntries(
    Object.entries(overrides).map(([target, own]) => [target, [own?.text ?? null, own?.thread ?? []]]),
  );
}

/** JSON with sorted names. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
