import { type Draft, problemsOf } from '@social/post-input';
import type { Context } from '../context.ts';
import { shortId } from '../post/post.ts';
import { countOf, oneLine } from '../text/terminal-text.ts';

/** Prints the address on which a draft is approved on stdout, and what else there is to know on stderr. */
export async function printStoredDraft(context: Context, draft: Draft): Promise<void> {
  await context.output.data(draft, () => oneLine(draft.url));
  const cost = draft.preview ? `; approved, it costs ${countOf(draft.preview.credits, 'credit')}` : '';
  await context.output.note(
    `Stored as draft ${shortId(draft.id)}, nothing was sent${cost}. Approve it on that page, or with: social draft approve ${shortId(draft.id)}`,
  );
  for (const problem of problemsOf(draft)) await context.output.note(`Warning: ${problem}`);
}
