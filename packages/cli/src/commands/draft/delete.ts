import type { Context } from '../../lib/context.ts';
import { readDraft } from '../../lib/draft/find-draft.ts';
import { shortId } from '../../lib/post/post.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';

/** `social draft delete <id>`. */
export async function deleteDraft(
  context: Context,
  given: string,
  options: ConfirmOption & { readonly key?: string },
): Promise<void> {
  const client = await context.client();
  const { id } = await readDraft(context, client, given);
  await confirm(context, `Delete draft ${shortId(id)}?`, options);
  const { data } = await sendWithKey(context, 'deleting …', options.key, (call) =>
    client.drafts.deleteDraft({ draftId: id }, call),
  );
  await context.output.data(data, (style) => `${style.ok} draft ${shortId(id)} is deleted`);
}
