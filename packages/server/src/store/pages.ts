/** Bytes that the answer with a page has at most, unless a single row has more. */
const PAGE_BYTES = 1_000_000;
/** What the answer says of a row beside what is stored, at most. */
const FRAME_BYTES = 1_000;
/** Rows that are read first; each further read has twice as many. A row may have 500 kB, of which a page has few. */
const FIRST_PIECE = 10;

/** Rows of a page, and whether others follow. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly hasMore: boolean;
}

/** Takes rows until the page is full: as many as the limit says, or as their bytes allow; at least one. */
export async function fillPage<Row>(limit: number, pieces: AsyncIterable<readonly Row[]>): Promise<Page<Row>> {
  const rows: Row[] = [];
  let most = 0;
  let bytes: number | undefined;
  for await (const piece of pieces) {
    for (const row of piece) {
      most += FRAME_BYTES + mostBytesOf(row);
      // Counting the bytes of small rows would cost more than reading them.
      if (most > PAGE_BYTES) bytes = (bytes ?? sumBytes(rows)) + sumBytes([row]);
      const isFull = bytes !== undefined && bytes > PAGE_BYTES;
      if (rows.length === limit || (rows.length > 0 && isFull)) return { rows, hasMore: true };
      rows.push(row);
    }
  }
  return { rows, hasMore: false };
}

function sumBytes(rows: readonly unknown[]): number {
  return rows.reduce<number>((sum, row) => sum + FRAME_BYTES + Buffer.byteLength(JSON.stringify(row)), 0);
}

/**
 * Bytes that a value has as JSON, at most: six for each character of a text, 25 for a number, and 25 for the name of a column or
 * field. @param depth levels of objects with such names; callers name the fields of those below
 */
function mostBytesOf(value: unknown, depth = 3): number {
  if (typeof value === 'string') return 6 * value.length + 2;
  if (value === null) return 4;
  if (typeof value !== 'object') return 25;
  if (depth === 0) return Buffer.byteLength(JSON.stringify(value));
  let bytes = 2;
  for (const each of Object.values(value)) bytes += 25 + mostBytesOf(each, depth - 1);
  return bytes;
}

/**
 * Reads the rows for a page in pieces, with one more than the page may have.
 * @param read reads so many rows after a row, and after so many; from the beginning without one
 */
export async function* inPieces<Row>(
  limit: number,
  read: (count: number, after: Row | undefined, offset: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  for (let [left, most] = [limit + 1, FIRST_PIECE]; left > 0; most *= 2) {
    const count = Math.min(left, most);
    const piece = await read(count, last, limit + 1 - left);
    yield piece;
    if (piece.length < count) return;
    last = piece.at(-1);
    left -= count;
  }
}
