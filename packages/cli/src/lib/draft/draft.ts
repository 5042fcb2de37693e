import type { Schema } from '@social/sdk';
import type { Context } from '../context.ts';
import { shortId } from '../post/post.ts';
import { countOf, oneLine } from '../text/terminal-text.ts';

/** A draft as the server shows it. */
export type Draft = Schema<'Draft'>;

/** Returns true for a draft, false for the post that it has become. */
export function isDraft(answer: Draft | Schema<'Post'>): answer is Draft {
  return 'writtenBy' in answer;
}

/** Lists what keeps a draft from being published as it is, a sentence each; nothing for a draft that is ready. */
export function problemsOf({ missing, preview }: Draft): string[] {
  const results = Object.entries(preview?.platformResults ?? {});
  const wrong = results.flatMap(([platform, { ok, error }]) => (ok ? [] : [`${platform}: ${error ?? 'not ready'}`]));
  const lacks = missing.length > 0 ? [`It has no ${missing.join(' and no ')} yet`] : [];
  const { credits = 0, available = 0 } = preview ?? {};
  const isDear = credits > available ? [`It costs ${countOf(credits, 'credit')}, and ${available} are left`] : [];
  return [...lacks, ...wrong.map(oneLine), ...isDear];
}

/** Prints the address on which a draft is approved on stdout, and what else there is to know on stderr. */
export async function printStoredDraft(context: Context, draft: Draft): Promise<void> {
  await context.output.data(draft, () => oneLine(draft.url));
  const cost = draft.preview ? `; approved, it costs ${countOf(draft.preview.credits, 'credit')}` : '';
  await context.output.note(
    `Stored as draft ${shortId(draft.id)}, nothing was sent${cost}. Approve it on that page, or with: social draft approve ${shortId(draft.id)}`,
  );
  for (const problem of problemsOf(draft)) await context.output.note(`Warning: ${problem}`);
}
