import type { Bytes } from '../look/bytes.ts';
import { readExif } from '../look/pictures/tiff.ts';
import { type Credit, creditOfExif, exifOf, hasCredit, isSame, joinCredits, NO_CREDIT } from './credit.ts';
import type { FileEdits } from './file-edits.ts';

/** A segment or chunk of EXIF that says no more than a credit. */
interface CreditPart {
  readonly start: number;
  readonly end: number;
  readonly credit: Credit;
}

/** Removes the EXIF of a picture, or keeps what an earlier removal has left of it. */
export class ExifParts {
  credit = NO_CREDIT;
  orientation = 1;
  readonly #edits: FileEdits;
  #kept: CreditPart | null = null;

  constructor(edits: FileEdits) {
    this.#edits = edits;
  }

  /** Reads a part and cuts it out, unless it may stay. @param content EXIF without its name */
  async remove(content: Bytes, start: number, end: number): Promise<void> {
    const credit = creditOfExif(content);
    this.orientation = (await readExif(content)).orientation;
    this.credit = joinCredits(this.credit, credit);
    if (this.#kept === null && hasCredit(credit) && isSame(exifOf(credit), content.array))
      this.#kept = { start, end, credit };
    else this.#edits.cut(start, end);
  }

  /** Cuts out the part that was kept when it does not say this. @returns true when it stays */
  keepsCredit({ creator, copyright }: Credit): boolean {
    if (this.#kept === null) return false;
    const { start, end, credit } = this.#kept;
    const isKept = credit.creator === creator && credit.copyright === copyright;
    if (!isKept) this.#edits.cut(start, end);
    return isKept;
  }
}
