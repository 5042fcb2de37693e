import type { Schema } from '@social/sdk';
import type { ToolAnswer, ToolCall } from '../calls.ts';
import type { PublishInput } from '../post/post-key.ts';
import { describePost } from '../post-text.ts';
import { countOf, oneLine } from '../report.ts';

/** Stores a post as a draft that a person approves. Answers with the post when the draft was approved before. */
export async function storeDraft(
  { client, signal }: ToolCall,
  { input, key: idempotencyKey }: { readonly input: PublishInput; readonly key: string },
): Promise<ToolAnswer> {
  const { data, replayed } = await client.posts
    .createPost({ ...input, draft: true }, { idempotencyKey, signal })
    .withResponse();
  if (!('writtenBy' in data)) {
    const post = await client.posts.getPost({ id: data.id }, { signal });
    const how = post.draft ? 'approved and sent' : 'sent';
    const text = `Already ${how} by an earlier call; nothing was stored or sent.\n${describePost(post)}`;
    return { data: { ...post, replayed: true }, text };
  }
  // The stored answer shows the draft as it was at the first call.
  const draft = replayed ? await client.drafts.getDraft({ draftId: data.id }, { signal }) : data;
  return { data: { ...draft, replayed }, text: describeDraft(draft, replayed) };
}

/** A draft with the page on which it is approved, and what keeps it from being published. */
function describeDraft({ id, url, missing, preview }: Schema<'Draft'>, replayed: boolean): string {
  const results = Object.entries(preview?.platformResults ?? {});
  const problems = results.flatMap(([platform, { ok, error }]) => (ok ? [] : [oneLine(`${platform}: ${error ?? ''}`)]));
  return [
    `${replayed ? 'Already stored as' : 'Stored as'} draft ${id}; nothing was sent. A person approves it at ${oneLine(url)}`,
    ...(preview ? [`Approved, it costs ${countOf(preview.credits, 'credit')}; ${preview.available} left.`] : []),
    ...(missing.length > 0 ? [`It has no ${missing.join(' and no ')} yet`] : []),
    ...problems,
  ].join('\n');
}
