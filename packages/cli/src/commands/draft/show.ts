import type { Context } from '../../lib/context.ts';
import { wordsOfDraft } from '../../lib/draft/draft-text.ts';
import { readDraft } from '../../lib/draft/find-draft.ts';
import { showProgress } from '../../lib/server/send.ts';

/** `social draft show <id>`. */
export async function showDraft(context: Context, given: string): Promise<void> {
  const client = await context.client();
  const draft = await showProgress(context, 'reading …', readDraft(context, client, given));
  await context.output.data(draft, (view) => wordsOfDraft(draft, view, context.io.now()));
}
