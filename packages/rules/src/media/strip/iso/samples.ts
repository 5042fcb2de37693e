import type { Bytes } from '../../look/bytes.ts';
import { MOST_EDITS } from '../file-edits.ts';
import type { IsoFile, PlacedBox } from './iso-file.ts';

/** Where bytes of samples stand in the file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Most bytes of one table: those of a track of nine hours. */
const MOST_TABLE = 4 * 1024 * 1024;
const NO_TABLE = { start: 0, end: 0, count: 0 };

/** Gathers spans; those that follow each other are one. */
export class Spans {
  readonly #spans: Span[] = [];

  /** @returns null where there are too many, or one stands where no samples can: it may be what says how others are read */
  within(file: IsoFile): readonly Span[] | null {
    const isPlaced = this.#spans.every(({ start }) => start < (file.contentBefore(start)?.end ?? 0));
    if (!isPlaced || this.#spans.length > MOST_EDITS) return null;
    return this.#spans.map(({ start, end }) => ({ start, end: Math.min(end, file.contentBefore(start)?.end ?? end) }));
  }

  add(start: number, end: number): void {
    const last = this.#spans.at(-1);
    if (last?.end === start) this.#spans[this.#spans.length - 1] = { start: last.start, end };
    else if (end > start && this.#spans.length <= MOST_EDITS) this.#spans.push({ start, end });
  }
}

/**
 * Finds the samples of a track by its tables.
 * @returns null where the tables cannot be followed
 * @see ISO/IEC 14496-12 sections 8.7.3 to 8.7.5
 */
export async function samplesOf(file: IsoFile, tables: readonly PlacedBox[]): Promise<readonly Span[] | null> {
  const sizes = await readTable(file, tables, { type: 'stsz', countAt: 8, entryBytes: 4 });
  const chunks = await readTable(file, tables, { type: 'stsc', countAt: 4, entryBytes: 12 });
  const isLong = tables.some(({ type }) => type === 'co64');
  const offsets = await readTable(file, tables, {
    type: isLong ? 'co64' : 'stco',
    countAt: 4,
    entryBytes: isLong ? 8 : 4,
  });
  if (sizes === null || chunks === null || offsets === null) return null;
  const sameSize = sizes.head.u32(4);
  const spans = new Spans();
  let [sample, run] = [0, 0];
  for (let chunk = 0; chunk < offsets.count && sample < sizes.count; chunk += 1) {
    while (run + 1 < chunks.count && chunks.entries.u32((run + 1) * 12) <= chunk + 1) run += 1;
    const end = Math.min(sizes.count, sample + chunks.entries.u32(run * 12 + 4));
    let length = sameSize * (end - sample);
    for (; sameSize === 0 && sample < end; sample += 1) length += sizes.entries.u32(sample * 4);
    sample = end;
    const start = isLong ? offsets.entries.u64(chunk * 8) : offsets.entries.u32(chunk * 4);
    spans.add(start, start + length);
  }
  return spans.within(file);
}

interface Table {
  readonly head: Bytes;
  readonly count: number;
  readonly entries: Bytes;
}

/** @returns null for a table that is missing, cut off, or larger than what may be read */
async function readTable(
  file: IsoFile,
  tables: readonly PlacedBox[],
  { type, countAt, entryBytes }: { type: string; countAt: number; entryBytes: number },
): Promise<Table | null> {
  const { start, end } = tables.find((box) => box.type === type) ?? NO_TABLE;
  const head = await file.reader.upTo(start, Math.min(end - start, countAt + 4));
  const count = head.u32(countAt);
  // Samples of the same size have no entries.
  const length = type === 'stsz' && head.u32(4) > 0 ? 0 : count * entryBytes;
  if (head.length < countAt + 4 || length > Math.min(MOST_TABLE, end - start - head.length)) return null;
  const entries = await file.reader.upTo(start + head.length, length);
  return entries.length === length ? { head, count, entries } : null;
}
