import { type ActionOptions, actorOf } from '../../lib/actor.ts';
import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

/** `social profnet delete <urn>`. */
export async function deletePost(context: Context, urn: string, options: ConfirmOption & ActionOptions): Promise<void> {
  const client = await context.client();
  const actor = await actorOf(context, options.account);
  await confirm(context, `Delete ${oneLine(urn)} from the network?`, options);
  const { data } = await sendWithKey(context, 'deleting …', options.key, (call) =>
    client.profnet.deleteProfnetPost({ post_urn: urn, ...actor }, call),
  );
  await context.output.data(data, (style) => `${style.ok} deleted ${oneLine(data.postUrn)}`);
}

/** `social profnet reshare <urn>`. */
export async function resharePost(
  context: Context,
  urn: string,
  options: ActionOptions & { readonly commentary?: string },
): Promise<void> {
  const client = await context.client();
  const actor = await actorOf(context, options.account);
  const { data } = await sendWithKey(context, 'sharing …', options.key, (call) =>
    client.profnet.resharePost({ post_urn: urn, commentary: options.commentary, ...actor }, call),
  );
  await context.output.data(data, (style) => `${style.ok} reshared as ${oneLine(data.url ?? data.reshareId)}`);
}
