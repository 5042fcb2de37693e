import { draftBehind, isDraft, postBehind } from '@social/post-input';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../context.ts';
import type { Continued, RunResult } from '../post/continue-post.ts';
import type { GivenPost } from '../post/input/given-post.ts';
import { withUploads } from '../post/input/media-files.ts';
import { shortId, whatHappened } from '../post/post.ts';
import { printPosts } from '../post/report/result.ts';
import { sendWithKey } from '../server/send.ts';
import { printStoredDraft } from './draft.ts';

/** Stores a post as a draft and prints its address. A draft, or post, of an earlier run with the key is printed instead. */
export async function storeDraft(
  context: Context,
  client: SocialClient,
  { input: given, files, fit }: GivenPost,
  key: string,
): Promise<RunResult> {
  const input = await withUploads(context, client, given, files);
  try {
    const { data, replayed } = await sendWithKey(context, 'storing …', key, (call) =>
      client.posts.createPost({ ...input, draft: true }, call),
    );
    if (!isDraft(data)) return await alreadyPosted(context, client, data.id);
    if (replayed) return await alreadyStored(context, client, data.id, 'Already stored');
    await printStoredDraft(context, data);
    return { draft: data, spent: 0 };
  } catch (error) {
    const draftId = draftBehind(error);
    if (draftId !== undefined) {
      return await alreadyStored(context, client, draftId, 'Already stored with other content');
    }
    const postId = fit && postBehind(error);
    if (postId === undefined) throw error;
    return await alreadyPosted(context, client, postId);
  }
}

/** Prints a draft of an earlier run as it is now. */
export async function alreadyStored(
  context: Context,
  client: SocialClient,
  draftId: string,
  what: string,
): Promise<RunResult> {
  const draft = await client.drafts.getDraft({ draftId }, { signal: context.io.signal });
  await context.output.note(`${what}; nothing new was stored`);
  await printStoredDraft(context, draft);
  return { draft, spent: 0 };
}

/** Prints the post of an earlier run, which was approved or published meanwhile. Sends nothing again. */
export async function alreadyPosted(context: Context, client: SocialClient, id: string): Promise<Continued> {
  const post = await client.posts.getPost({ id }, { signal: context.io.signal });
  const how = post.draft ? `approved by ${post.draft.approvedBy.name} and ` : '';
  await context.output.note(`Already ${how}${whatHappened(post)} (post ${shortId(id)}); nothing was stored or sent`);
  await printPosts(context, client, { post, spent: 0, earlier: [] });
  return { post, spent: 0 };
}
