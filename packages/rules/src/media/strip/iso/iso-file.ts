import { type ByteReader, MAX_PART } from '../../look/byte-reader.ts';
import type { Bytes } from '../../look/bytes.ts';
import { readBox } from '../../look/iso/boxes.ts';
import type { FileEdits } from '../file-edits.ts';
import { mayHavePart } from '../strip-plan.ts';

/** A box of the file, and what is in it. */
export interface PlacedBox {
  readonly type: string;
  /** Place of its header. */
  readonly at: number;
  /** Place of its content. */
  readonly start: number;
  /** Infinity where it goes on to the end of a file of unknown size. */
  readonly end: number;
}

/** Boxes of the base format, whose names in QuickTime mean the same. */
export const isSpace = ({ type }: PlacedBox): boolean => type === 'free' || type === 'skip' || type === 'wide';

/** A file whose boxes are read in any order, within the limits of one plan. */
export class IsoFile {
  readonly reader: ByteReader;
  /** Boxes in which samples stand, in the order of the file. */
  contents: readonly PlacedBox[] = [];
  #count = 0;
  #isCutShort = false;

  constructor(reader: ByteReader) {
    this.reader = reader;
  }

  /** Is false when there were more boxes or bytes than may be read. */
  get isFollowed(): boolean {
    return !this.#isCutShort && !this.reader.isExhausted;
  }

  /** Reads the boxes of a part. @returns also false where something else than boxes stands in it */
  async boxesIn(start: number, end: number): Promise<{ boxes: PlacedBox[]; isWhole: boolean }> {
    const boxes: PlacedBox[] = [];
    let at = start;
    while (at + 8 <= end) {
      const box = await readBox(this.reader, at, { path: '', end });
      if (box === null) return { boxes, isWhole: (await this.reader.upTo(at, 1)).length === 0 };
      if (!mayHavePart(this.#count, at)) {
        this.#isCutShort = true;
        return { boxes, isWhole: false };
      }
      this.#count += 1;
      boxes.push({ type: box.type, at, start: box.start, end: box.end });
      at = box.end;
    }
    return { boxes, isWhole: true };
  }

  /** Reads the boxes in a box. */
  async childrenOf({ start, end }: PlacedBox): Promise<PlacedBox[]> {
    return (await this.boxesIn(start, end)).boxes;
  }

  /** Finds the box of samples that begins last before a place. */
  contentBefore(place: number): PlacedBox | undefined {
    let [from, to] = [0, this.contents.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.contents[middle] as PlacedBox).start <= place) from = middle + 1;
      else to = middle;
    }
    return this.contents[from - 1];
  }

  /** Reads the content of a box, or the beginning of a long one. */
  content({ start, end }: PlacedBox, most = MAX_PART): Promise<Bytes> {
    return this.reader.upTo(start, Math.min(end - start, most));
  }
}

/** Makes a box empty space, of the same size. */
export function blank(edits: FileEdits, { at, start, end }: PlacedBox): void {
  edits.overwrite(at + 4, 'free');
  edits.zero(start, end);
}
