import { draftBehind, isDraft } from '@social/post-input';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../../context.ts';
import { printStoredDraft } from '../../draft/draft.ts';
import { alreadyPosted, alreadyStored } from '../../draft/store-draft.ts';
import { sendStep } from '../../server/send.ts';
import type { RunResult } from '../continue-post.ts';
import type { GivenRelease } from '../input/given-post.ts';
import { withUploads } from '../input/media-files.ts';
import type { ReleaseReader } from './find-release-posts.ts';
import { onlyFor } from './part-of-request.ts';
import { refuseBesideScheduled, refuseElsewhere } from './release-posts.ts';

/** Stores a release as a draft for the wanted platforms without a post. Sends nothing, and nothing again. */
export async function draftRelease(
  context: Context,
  client: SocialClient,
  { given, reader }: { given: GivenRelease; reader: ReleaseReader },
): Promise<RunResult> {
  const found = await reader.read();
  const newest = found.posts.at(-1);
  if (found.missing.length === 0 && newest) return await alreadyPosted(context, client, String(newest.id));
  refuseBesideScheduled(given, found);
  refuseElsewhere(given, found);
  const part = await onlyFor(context, client, { given, platforms: found.missing });
  const input = await withUploads(context, client, part, given.files);
  try {
    const { data, replayed } = await sendStep(context, 'storing …', (call) =>
      client.posts.createPost({ ...input, draft: true }, { ...call, idempotencyKey: found.nextKey }),
    );
    if (!isDraft(data)) return await alreadyPosted(context, client, data.id);
    if (replayed) return await alreadyStored(context, client, data.id, `${given.release.title} is a draft already`);
    await printStoredDraft(context, data);
    return { draft: data, spent: 0 };
  } catch (error) {
    const id = draftBehind(error);
    if (id === undefined) throw error;
    return await alreadyStored(context, client, id, `${given.release.title} is a draft already, with other notes`);
  }
}
