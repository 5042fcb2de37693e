import { COUNTER_KINDS, networkName } from '@social/types';
import type { CountedPost } from '../../services/counters/counter-table.ts';

/** Characters with which a formula of a spreadsheet begins. */
const FORMULA = /^[=+\-@\t\r]/;

const HEADER = [
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

/**
 * Writes posts as CSV, a column for each kind of counter. A number that the network does not tell is an empty field.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export async function* countersCsv(pages: AsyncIterable<readonly CountedPost[]>): AsyncGenerator<string> {
  // Comes with the first page, so that nothing is written before a database that fails is known.
  let header = toLine(HEADER);
  for await (const posts of pages) {
    const lines = header + posts.map(fieldsOf).map(toLine).join('');
    if (lines !== '') yield lines;
    header = '';
  }
}

function fieldsOf({ counters, ...post }: CountedPost): string[] {
  const numbers = COUNTER_KINDS.map(
    (kind) => counters.find((counter) => counter.kind === kind)?.value.toString() ?? '',
  );
  const { publishedAt, platform, network, account, readAt, url, postId, text } = post;
  const texts = [publishedAt, platform, networkName(network), account ?? ''].map(asText);
  return [...texts, ...numbers, ...[readAt, url ?? '', postId, text].map(asText)];
}

function toLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}

function asText(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
