import type { Bytes } from './bytes.ts';
import type { FileTells } from './file-look.ts';

const IN_XMP: readonly (readonly [RegExp, keyof FileTells])[] = [
  [
    /GPSL(?:at|ong)itude|photoshop:(?:City|State|Country)|Iptc4xmp(?:Core|Ext):Location|LocationShown|LocationCreated/,
    'place',
  ],
  [/(?:xmp:Create|exif:DateTimeOriginal|photoshop:DateCreated)/, 'time'],
  [/tiff:(?:Make|Model)|aux:(?:Serial|Lens)|exifEX:(?:Lens|Body)/, 'device'],
  [/xmpGImg:image|xmp:Thumbnails/, 'thumbnail'],
];

/** Tells what XMP says of a file. @see ISO 16684-1 */
export function tellsOfXmp(text: string): Partial<FileTells> {
  return Object.fromEntries(IN_XMP.filter(([name]) => name.test(text)).map(([, what]) => [what, true]));
}

const IPTC = 0x0404;
const THUMBNAILS = [0x0409, 0x040c];
/** Numbers of data sets: city, sublocation, state and country; date and time of creation. */
const IPTC_PLACES = [90, 92, 95, 100, 101];
const IPTC_TIMES = [55, 60, 62, 63];

/** Tells what the resources of Photoshop in a JPEG say of it. @param resources after their name @see IPTC Photo Metadata, Adobe Photoshop File Formats */
export function tellsOfResources(resources: Bytes): Partial<FileTells> {
  let tells: Partial<FileTells> = {};
  for (let at = 0; resources.text(at, 4) === '8BIM'; ) {
    const id = resources.u16(at + 4);
    const nameBytes = (resources.u8(at + 6) + 2) & ~1;
    const start = at + 6 + nameBytes + 4;
    const length = resources.u32(start - 4);
    if (id === IPTC) tells = { ...tells, ...tellsOfIptc(resources.part(start, length)) };
    if (THUMBNAILS.includes(id)) tells = { ...tells, thumbnail: true };
    at = start + length + (length & 1);
  }
  return tells;
}

function tellsOfIptc(content: Bytes): Partial<FileTells> {
  const sets: number[] = [];
  for (let at = 0; content.u8(at) === 0x1c; at += 5 + content.u16(at + 3)) {
    if (content.u8(at + 1) === 2) sets.push(content.u8(at + 2));
  }
  return {
    ...(sets.some((set) => IPTC_PLACES.includes(set)) && { place: true }),
    ...(sets.some((set) => IPTC_TIMES.includes(set)) && { time: true }),
  };
}
