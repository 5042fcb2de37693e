import { COUNTER_KINDS, networkName } from '@social/types';
import type { CounterTable } from '../../services/counters/counter-table.ts';

/** Characters with which a formula of a spreadsheet begins. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Writes the posts of a month as CSV, a column for each kind of counter. A number that the network does not tell is an empty field.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export function countersCsv({ posts }: CounterTable): string {
  const header = [
    'published_at',
    'platform',
    'network',
    'account',
    ...COUNTER_KINDS,
    'read_at',
    'url',
    'post_id',
    'text',
  ];
  const lines = posts.map(({ counters, ...post }) => {
    const numbers = COUNTER_KINDS.map(
      (kind) => counters.find((counter) => counter.kind === kind)?.value.toString() ?? '',
    );
    const { publishedAt, platform, network, account, readAt, url, postId, text } = post;
    const texts = [publishedAt, platform, networkName(network), account ?? ''].map(asText);
    return [...texts, ...numbers, ...[readAt, url ?? '', postId, text].map(asText)];
  });
  return [header, ...lines].map((fields) => `${fields.join(',')}\r\n`).join('');
}

function asText(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
