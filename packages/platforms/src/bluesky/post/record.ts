import { findFacets } from '@social/rules';
import type { OutgoingPost, PublishSession } from '../../driver.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { notFound } from '../../meanings.ts';
import { orElse, PlatformError } from '../../platform-error.ts';
import { askBluesky, type BlueskyApi } from '../api.ts';
import { directoryOf } from '../identity/directory.ts';
import { isHandle } from '../identity/handle.ts';
import { isDid } from '../identity/identity.ts';
import { keyOfOwnPost, POSTS } from './addresses.ts';
import { cardOf } from './card.ts';
import { writeFacets } from './facets.ts';
import { uploadEmbed } from './media.ts';
import { readRecord } from './read-record.ts';
import { readSettings, withoutMark } from './settings.ts';

const SELF_LABELS = 'com.atproto.label.defs#selfLabels';

/** A record, and a sentence for the user about what it lacks. */
export interface WrittenRecord {
  readonly record: JsonObject & { readonly createdAt: string };
  readonly note: string | null;
}

/**
 * Writes the record of a post: uploads its files, reads the page of its link, and asks whom it mentions and which post it
 * answers.
 * @throws PlatformError; nothing is published then
 * @see https://docs.bsky.app/docs/advanced-guides/posts
 */
export async function writeRecord(
  api: BlueskyApi,
  post: OutgoingPost,
  session: PublishSession,
): Promise<WrittenRecord> {
  const text = withoutMark(post.text);
  const { langs, labels } = readSettings(post);
  const reply = await replyOf(api, post, session);
  const files = await uploadEmbed(api, post.media, session);
  const { embed, note } = files ? { embed: files, note: null } : await cardOf(api, post, session);
  const facets = writeFacets(text, await resolveMentions(api, text, session));
  const record = {
    ...{ $type: POSTS, text, createdAt: new Date().toISOString() },
    ...(facets.length > 0 && { facets }),
    ...(langs.length > 0 && { langs }),
    ...(labels.length > 0 && { labels: { $type: SELF_LABELS, values: labels.map((val) => ({ val })) } }),
    ...(embed && { embed }),
    ...(reply && { reply }),
  };
  return { record, note };
}

/** Asks for the DIDs of the mentioned handles. One that cannot be resolved stays text. */
async function resolveMentions(
  api: BlueskyApi,
  text: string,
  { call }: PublishSession,
): Promise<(handle: string) => string | null> {
  const handles = findFacets(text).flatMap((found) => (found.kind === 'mention' ? [found.handle.toLowerCase()] : []));
  const dids = new Map<string, string | null>();
  const { isLocal } = directoryOf(api, call);
  const ask = async (handle: string): Promise<void> => {
    if (!isHandle(handle) || (handle.endsWith('.test') && !isLocal)) return;
    const request = { method: 'com.atproto.identity.resolveHandle', query: { handle }, effect: 'none' } as const;
    const did = asString((await askBluesky(api, request, call).catch(orElse(null)))?.body?.['did']);
    dids.set(handle, did !== null && isDid(did) ? did : null);
  };
  await Promise.all([...new Set(handles)].map(ask));
  return (handle) => dids.get(handle.toLowerCase()) ?? null;
}

/** The post that this one answers, and the first one of its thread; null for a post of its own. */
async function replyOf(
  api: BlueskyApi,
  { replyTo }: OutgoingPost,
  session: PublishSession,
): Promise<JsonObject | null> {
  if (replyTo === undefined) return null;
  const found = await readRecord(api, keyOfOwnPost(replyTo, session.account), session);
  if (!found) throw new PlatformError('bluesky', notFound('the post that this one follows is no longer at the server'));
  const parent = { uri: replyTo, cid: found.cid };
  const root = asRecord(asRecord(found.value['reply'])?.['root']);
  const [uri, cid] = [asString(root?.['uri']), asString(root?.['cid'])];
  return { root: uri !== null && cid !== null ? { uri, cid } : parent, parent };
}
