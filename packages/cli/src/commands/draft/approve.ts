import type { Draft } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { plainDraft } from '../../lib/draft/draft-text.ts';
import { readDraft } from '../../lib/draft/find-draft.ts';
import type { ExitCode } from '../../lib/exit-codes.ts';
import { shortId } from '../../lib/post/post.ts';
import { exitCodeOfPost } from '../../lib/post/report/result.ts';
import { printEnd } from '../../lib/post/send-post.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { mayAsk } from '../../lib/terminal/tty.ts';

interface ApproveOptions extends ConfirmOption {
  readonly ifUpdatedAt?: string;
  readonly ifPast?: 'publish' | 'refuse';
  readonly key?: string;
}

/** `social draft approve <id>`: publishes or schedules the draft as it was seen, and prints the results. */
export async function approveDraft(context: Context, given: string, options: ApproveOptions): Promise<ExitCode> {
  const client = await context.client();
  const draft = await readDraft(context, client, given);
  const { ifUpdatedAt = draft.updatedAt, ifPast } = options;
  // A draft that was approved before is not asked about: its answer names its post.
  if (options.ifUpdatedAt === undefined && draft.status === 'draft') await ask(context, draft, options);
  // The same approval has the same key: run twice, it publishes once and shows the result again.
  const key = options.key ?? `cli-approve-${draft.id}-${Date.parse(ifUpdatedAt)}`;
  const sent = await sendWithKey(context, `publishing to ${draft.platforms.join(', ')} …`, key, (call) =>
    client.drafts.approveDraft({ draftId: draft.id, ifUpdatedAt, ifPast }, call),
  );
  if (sent.replayed) await context.output.note('This approval was already done; nothing was sent again');
  const spent = sent.replayed ? 0 : sent.data.credits;
  const { post } = await printEnd(context, client, { post: sent.data, spent });
  return exitCodeOfPost(post);
}

async function ask(context: Context, draft: Draft, options: ConfirmOption): Promise<void> {
  if (!options.yes && mayAsk(context)) await context.output.note(plainDraft(draft, context.io.now()));
  const when = draft.scheduledFor === undefined && !draft.slot ? 'Publish' : 'Schedule';
  await confirm(context, `${when} draft ${shortId(draft.id)}?`, options);
}
