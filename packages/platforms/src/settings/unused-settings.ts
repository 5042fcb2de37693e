import { listed } from '@social/rules';
import type { OutgoingPost } from '../driver.ts';

const LABELS: Readonly<Record<string, string>> = {
  aiGenerated: 'content made with AI',
  paidPartnership: 'paid partnerships',
};

/**
 * Says which of these settings a post asks for although such posts do not have them; null where it asks for none.
 * @param where the network, or a kind of its posts, as the end of a sentence
 */
export function unusedSettings(
  { settings }: Pick<OutgoingPost, 'settings'>,
  { where, names }: { readonly where: string; readonly names: readonly string[] },
): string | null {
  const asked = names.filter((name) => (settings[name] ?? false) !== false);
  const labels = asked.flatMap((name) => LABELS[name] ?? []);
  const others = asked.filter((name) => LABELS[name] === undefined);
  const sentences = [
    ...(labels.length > 0 ? [`There is no label for ${listed(labels)} on ${where}: the post goes without.`] : []),
    ...(others.length > 0 ? [`${listed(others)} ${others.length > 1 ? 'have' : 'has'} no effect on ${where}.`] : []),
  ];
  return sentences.join(' ') || null;
}
