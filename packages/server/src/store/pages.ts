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
  let bytes = 0;
  for await (const piece of pieces) {
    for (const row of piece) {
      bytes += FRAME_BYTES + Buffer.byteLength(JSON.stringify(row));
      if (rows.length === limit || (rows.length > 0 && bytes > PAGE_BYTES)) return { rows, hasMore: true };
      rows.push(row);
    }
  }
  return { rows, hasMore: false };
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
