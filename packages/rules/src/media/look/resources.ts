import type { Bytes } from './bytes.ts';

/** Name of the segment of a JPEG in which resources of Photoshop stand. */
export const RESOURCES = 'Photoshop 3.0\0';
/** Numbers of resources. */
export const RESOURCE = { iptc: 0x0404, thumbnails: [0x0409, 0x040c] };

interface Resource {
  readonly id: number;
  readonly content: Bytes;
}

/** Yields the resources of Photoshop. @param resources after their name @see Adobe Photoshop File Formats */
export function* resourcesOf(resources: Bytes): Generator<Resource> {
  for (let at = 0; resources.text(at, 4) === '8BIM'; ) {
    const id = resources.u16(at + 4);
    const nameBytes = (resources.u8(at + 6) + 2) & ~1;
    const start = at + 6 + nameBytes + 4;
    const length = resources.u32(start - 4);
    yield { id, content: resources.part(start, length) };
    at = start + length + (length & 1);
  }
}

interface DataSet {
  readonly number: number;
  readonly content: Bytes;
}

/** Yields the data sets of record 2 of IPTC, which describe the picture. @see IPTC Information Interchange Model */
export function* dataSetsOf(content: Bytes): Generator<DataSet> {
  for (let at = 0; content.u8(at) === 0x1c; at += 5 + content.u16(at + 3)) {
    const [record, number] = [content.u8(at + 1), content.u8(at + 2)];
    if (record === 2) yield { number, content: content.part(at + 5, content.u16(at + 3)) };
  }
}
