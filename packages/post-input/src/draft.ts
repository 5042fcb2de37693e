import type { Schema } from '@social/sdk';
import { countOf, oneLine } from './report.ts';

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
