import { COUNTER_KINDS, networkName } from '@social/types';
import type { CountedPost } from '../../services/counters/counter-table.ts';

/** Characters with which a formula of a spreadsheet begins, some of them in their full-width forms. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Without it, spreadsheets on Windows take the bytes for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

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
  'target',
];

/**
 * Writes posts as CSV, a column for each kind of counter. A number that the network does not tell is an empty field.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 */
export async function* countersCsv(pages: AsyncIterable<readonly CountedPost[]>): AsyncGenerator<string> {
  // Comes with the first page, so that nothing is written before a database that fails is known.
  let header = BYTE_ORDER_MARK + toLine(HEADER);
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
  const { publishedAt, platform, network, account, readAt, url, postId, text, target } = post;
  const texts = [publishedAt, platform, networkName(network), nameOf(account)].map(asText);
  return [...texts, ...numbers, ...[readAt, url ?? '', postId, text, target ?? ''].map(asText)];
}

/** A handle without its sign, with which a formula would begin. */
function nameOf(account: string | null): string {
  return account?.replace(/^@/, '') ?? '';
}

function toLine(fields: readonly string[]): string {
  return `${fields.join(',')}\r\n`;
}

function asText(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
