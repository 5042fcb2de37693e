import { type Draft, isDraft, type KeyedPost, problemsOf } from '@social/post-input';
import { countOf, oneLine } from '@social/post-input/report';
import type { ToolAnswer, ToolCall } from '../calls.ts';
import { describePost } from '../post-text.ts';

/** Stores a post as a draft that a person approves. Answers with the post when the draft was approved before. */
export async function storeDraft(
  { client, signal }: ToolCall,
  { input, key: idempotencyKey }: KeyedPost,
): Promise<ToolAnswer> {
  const { data, replayed } = await client.posts
    .createPost({ ...input, draft: true }, { idempotencyKey, signal })
    .withResponse();
  if (!isDraft(data)) return await alreadyPosted({ client, signal }, data.id);
  if (replayed) return await alreadyStored({ client, signal }, data.id);
  return { data: { ...data, replayed }, text: describeDraft(data, 'Stored as') };
}

/** Answers with the draft of an earlier call as it is now: the stored answer shows it as it was then. */
async function alreadyStored({ client, signal }: Caller, draftId: string): Promise<ToolAnswer> {
  const draft = await client.drafts.getDraft({ draftId }, { signal });
  return { data: { ...draft, replayed: true }, text: describeDraft(draft, 'Already stored as') };
}

async function alreadyPosted({ client, signal }: Caller, id: string): Promise<ToolAnswer> {
  const post = await client.posts.getPost({ id }, { signal });
  const how = post.draft ? 'approved and sent' : 'sent';
  const text = `Already ${how} by an earlier call; nothing was stored or sent.\n${describePost(post)}`;
  return { data: { ...post, replayed: true }, text };
}

type Caller = Pick<ToolCall, 'client' | 'signal'>;

/** A draft with the page on which it is approved, and what keeps it from being published. */
function describeDraft(draft: Draft, how: string): string {
  const { id, url, preview } = draft;
  return [
    `${how} draft ${id}; nothing was sent. A person approves it at ${oneLine(url)}`,
    ...(preview ? [`Approved, it costs ${countOf(preview.credits, 'credit')}; ${preview.available} left.`] : []),
    ...problemsOf(draft),
  ].join('\n');
}
