import type { Schema } from '@social/sdk';
import { oneLine } from '../../text/terminal-text.ts';

/** Writes counters in the network's own words: `likes 12, reposts 3`. */
export function countersText(counters: readonly Schema<'Counter'>[]): string {
  return counters.map(({ label, value }) => `${oneLine(label)} ${value}`).join(', ');
}
