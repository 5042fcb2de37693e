import type { ApiCall, MutationOptions, SocialClient } from '@social/sdk';
import { type ActionOptions, type Actor, actorOf } from '../../lib/actor.ts';
import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

type Call = (client: SocialClient['microblog'], actor: Actor, options: MutationOptions) => ApiCall<unknown>;

async function act(context: Context, { key, account }: ActionOptions, done: string, call: Call): Promise<void> {
  const client = await context.client();
  const actor = await actorOf(context, account);
  const sent = await sendWithKey(context, 'sending …', key, (options) => call(client.microblog, actor, options));
  if (sent.replayed) await context.output.note('This was already done with the same key; nothing was sent again');
  await context.output.data(sent.data, (style) => `${style.ok} ${done}`);
}

/** `social microblog like <post-id>`. */
export function likePost(context: Context, id: string, options: ActionOptions): Promise<void> {
  return act(context, options, `liked ${id}`, (client, actor, call) =>
    client.likePost({ mpost_id: id, ...actor }, call),
  );
}

/** `social microblog unlike <post-id>`. */
export function unlikePost(context: Context, id: string, options: ActionOptions): Promise<void> {
  return act(context, options, `no longer liked: ${id}`, (client, actor, call) =>
    client.unlikePost({ mpost_id: id, ...actor }, call),
  );
}

/** `social microblog follow <user-id>`. */
export async function followUser(context: Context, id: string, { key, account }: ActionOptions): Promise<void> {
  const client = await context.client();
  const actor = await actorOf(context, account);
  const { data } = await sendWithKey(context, 'sending …', key, (call) =>
    client.microblog.followUser({ target_user_id: id, ...actor }, call),
  );
  await context.output.data(data, (style) =>
    data.pendingFollow
      ? `${style.waiting} asked to follow ${id}; they have to approve it`
      : `${style.ok} following ${id}`,
  );
}

/** `social microblog unfollow <user-id>`. */
export function unfollowUser(context: Context, id: string, options: ActionOptions): Promise<void> {
  return act(context, options, `no longer following ${id}`, (client, actor, call) =>
    client.unfollowUser({ target_user_id: id, ...actor }, call),
  );
}

/** `social microblog bookmark <post-id>`. */
export function bookmarkPost(context: Context, id: string, options: ActionOptions): Promise<void> {
  return act(context, options, `bookmarked ${id}`, (client, actor, call) =>
    client.bookmarkPost({ mpost_id: id, ...actor }, call),
  );
}

/** `social microblog unbookmark <post-id>`. */
export function removeBookmark(context: Context, id: string, options: ActionOptions): Promise<void> {
  return act(context, options, `bookmark of ${id} removed`, (client, actor, call) =>
    client.removeBookmark({ mpost_id: id, ...actor }, call),
  );
}

/** `social microblog dm <user-id> <text>`. */
export function sendDirectMessage(context: Context, id: string, text: string, options: ActionOptions): Promise<void> {
  return act(context, options, `message sent to ${id}`, (client, actor, call) =>
    client.sendDirectMessage({ recipient_id: id, text, ...actor }, call),
  );
}

/** `social microblog delete <post-id>`. */
export async function deletePost(context: Context, id: string, options: ConfirmOption & ActionOptions): Promise<void> {
  await confirm(context, `Delete ${oneLine(id)} from the network?`, options);
  return await act(context, options, `deleted ${id}`, (client, actor, call) =>
    client.deleteMicroblogPost({ mpost_id: id, ...actor }, call),
  );
}

/** `social microblog hide <post-id>`. */
export function hideReply(context: Context, id: string, options: ActionOptions): Promise<void> {
  return act(context, options, `hidden: ${id}`, (client, actor, call) =>
    client.setReplyHidden({ mpost_id: id, hidden: true, ...actor }, call),
  );
}

/** `social microblog unhide <post-id>`. */
export function unhideReply(context: Context, id: string, options: ActionOptions): Promise<void> {
  return act(context, options, `shown again: ${id}`, (client, actor, call) =>
    client.setReplyHidden({ mpost_id: id, hidden: false, ...actor }, call),
  );
}
