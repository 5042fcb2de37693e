import type { ByteReader } from '../look/byte-reader.ts';
import { type Element, readElement } from '../look/videos/ebml.ts';
import { namesDevice } from './device-names.ts';
import { FileEdits } from './file-edits.ts';
import { type FoundEdits, mayHavePart, PIECE_BYTES } from './strip-plan.ts';

const ID = {
  void: 0xec,
  checksum: 0xbf,
  segment: 0x18538067,
  info: 0x1549a966,
  date: 0x4461,
  fileName: 0x7384,
  previousName: 0x3c83ab,
  nextName: 0x3e83bb,
  muxer: 0x4d80,
  writer: 0x5741,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  trackName: 0x536e,
  codecName: 0x258688,
  cluster: 0x1f43b675,
  attachments: 0x1941a469,
  tags: 0x1254c367,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
};
const TELLING: readonly number[] = [ID.date, ID.fileName, ID.previousName, ID.nextName];
/** Names of programs and tracks, which may name a device. */
const NAMES: readonly number[] = [ID.muxer, ID.writer, ID.trackName, ID.codecName];
/** Tags that stay: creator, copyright and title, and what players show. @see Matroska tags, section 3 */
const KEPT_TAGS = ['COPYRIGHT', 'ARTIST', 'TITLE', 'DURATION', 'LANGUAGE'];
const TOOL_TAG = 'ENCODER';
/** Most elements that one of them holds, such as tags. */
const MOST_CHILDREN = 10_000;
/** Bytes of the longest name that is read. */
const MOST_NAME = 1_024;
const METADATA_TRACK = 0x21;
/** Bytes that are read at once where coded pictures of unknown size are walked through. */
const IN_CLUSTER = 262_144;

interface PlacedElement extends Element {
  /** Place of its header. */
  readonly at: number;
  /** Infinity for an element that goes on until another begins. */
  readonly end: number;
}

/** Empties the elements of a WebM or Matroska file that tell its time and device, its tags and attachments. @see RFC 9559 */
export async function stripEbml(reader: ByteReader): Promise<FoundEdits> {
  const file = new EbmlFile(reader);
  let at = 0;
  for (let ahead: number | undefined; ; ) {
    const element = await file.elementAt(at, ahead);
    if (element === null) break;
    const isOpen = !Number.isSafeInteger(element.end);
    const isOpenCluster = element.id === ID.cluster && isOpen;
    if (isOpenCluster) ahead = IN_CLUSTER;
    const isEntered = element.id === ID.segment || isOpenCluster;
    if (!isEntered && isOpen) break;
    if (!isEntered) await file.strip(element);
    at = isEntered ? element.start : element.end;
  }
  const isWhole = (await reader.upTo(at, 1)).length === 0;
  return { edits: file.edits(), isComplete: isWhole && file.isFollowed };
}

class EbmlFile {
  readonly #reader: ByteReader;
  readonly #edits = new FileEdits();
  /** Checksums of what may be changed: any change makes those around it wrong. */
  readonly #checksums: PlacedElement[] = [];
  #count = 0;
  #isFollowed = true;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** Is false where an element is damaged, there is more than may be read, or a track tells something by time. */
  get isFollowed(): boolean {
    return this.#isFollowed && !this.#reader.isExhausted;
  }

  edits(): FileEdits {
    if (this.#edits.count > 0) for (const checksum of this.#checksums) makeVoid(this.#edits, checksum);
    return this.#edits;
  }

  /** @returns null where none can stand, and where there have been too many */
  async elementAt(at: number, ahead?: number): Promise<PlacedElement | null> {
    if (!mayHavePart(this.#count, at, PIECE_BYTES)) return null;
    this.#count += 1;
    const element = await readElement(this.#reader, at, ahead);
    return element && { ...element, at, end: element.start + element.length };
  }

  /** Strips an element of the segment. */
  async strip(element: PlacedElement): Promise<void> {
    if (element.id === ID.checksum) this.#checksums.push(element);
    else if (element.id === ID.attachments) makeVoid(this.#edits, element);
    else if (element.id === ID.tags) await this.#stripTags(element);
    else if (element.id === ID.info) await this.#stripDetails(element);
    else if (element.id === ID.tracks) {
      for (const track of await this.#childrenOf(element)) if (track.id === ID.track) await this.#stripDetails(track);
    }
  }

  async #stripDetails(around: PlacedElement): Promise<void> {
    for (const detail of await this.#childrenOf(around)) {
      const { id, start, length } = detail;
      if (TELLING.includes(id)) makeVoid(this.#edits, detail);
      if (id === ID.trackType) this.#isFollowed &&= (await this.#reader.upTo(start, 1)).u8(0) !== METADATA_TRACK;
      if (!NAMES.includes(id)) continue;
      if (length > MOST_NAME) {
        makeVoid(this.#edits, detail);
        continue;
      }
      const name = await this.#reader.upTo(start, length);
      if (namesDevice(name.text())) this.#edits.overwrite(start, ' '.repeat(name.length));
    }
  }

  /** Empties the tags that do not stay, and each group of them of which none stays. */
  async #stripTags(tags: PlacedElement): Promise<void> {
    const found = new FileEdits();
    let hasKept = false;
    for (const tag of await this.#childrenOf(tags)) {
      if (tag.id !== ID.tag) continue;
      const simpleTags = (await this.#childrenOf(tag)).filter(({ id }) => id === ID.simpleTag);
      const telling: PlacedElement[] = [];
      for (const simpleTag of simpleTags) if (!(await this.#isKept(simpleTag))) telling.push(simpleTag);
      const isEmpty = telling.length === simpleTags.length;
      for (const element of isEmpty ? [tag] : telling) makeVoid(found, element);
      hasKept ||= !isEmpty;
    }
    if (hasKept) this.#edits.add(found);
    else makeVoid(this.#edits, tags);
  }

  /** A tag that holds others does not stay. */
  async #isKept(simpleTag: PlacedElement): Promise<boolean> {
    const parts = await this.#childrenOf(simpleTag);
    const name = parts.find(({ id }) => id === ID.tagName);
    if (!name || parts.some(({ id }) => id === ID.simpleTag)) return false;
    const text = (await this.#reader.upTo(name.start, Math.min(name.length, 64))).text().toUpperCase();
    if (KEPT_TAGS.includes(text)) return true;
    if (text !== TOOL_TAG || simpleTag.length > MOST_NAME) return false;
    return !namesDevice((await this.#reader.upTo(simpleTag.start, simpleTag.length)).text());
  }

  async #childrenOf({ start, end }: PlacedElement): Promise<PlacedElement[]> {
    const children: PlacedElement[] = [];
    for (let at = start; at < end; ) {
      const child = await this.elementAt(at);
      if (child === null || child.end > end || children.length === MOST_CHILDREN) {
        this.#isFollowed = false;
        break;
      }
      children.push(child);
      if (child.id === ID.checksum) this.#checksums.push(child);
      at = child.end;
    }
    return children;
  }
}

/** Replaces an element by an empty one of the same size, which readers skip. @see RFC 8794 section 11.3.2 */
function makeVoid(edits: FileEdits, { at, end }: PlacedElement): void {
  const size = end - at;
  const length = size <= 128 ? [0x80 | (size - 2)] : longLength(size - 9);
  edits.overwrite(at, Uint8Array.of(ID.void, ...length));
  edits.zero(at + 1 + length.length, end);
}

/** Writes a length in eight bytes. */
function longLength(length: number): number[] {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(length) | (1n << 56n));
  return [...bytes];
}
