import type { Bytes } from './bytes.ts';
import type { FileTells } from './file-look.ts';
import { dataSetsOf, RESOURCE, resourcesOf } from './resources.ts';

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

/** Numbers of data sets: city, sublocation, state and country; date and time of creation. */
const IPTC_PLACES = [90, 92, 95, 100, 101];
const IPTC_TIMES = [55, 60, 62, 63];

/** Tells what the resources of Photoshop in a JPEG say of it. @param resources after their name */
export function tellsOfResources(resources: Bytes): Partial<FileTells> {
  let tells: Partial<FileTells> = {};
  for (const { id, content } of resourcesOf(resources)) {
    if (id === RESOURCE.iptc) tells = { ...tells, ...tellsOfIptc(content) };
    if (RESOURCE.thumbnails.includes(id)) tells = { ...tells, thumbnail: true };
  }
  return tells;
}

function tellsOfIptc(content: Bytes): Partial<FileTells> {
  const sets = Array.from(dataSetsOf(content), ({ number }) => number);
  return {
    ...(sets.some((set) => IPTC_PLACES.includes(set)) && { place: true }),
    ...(sets.some((set) => IPTC_TIMES.includes(set)) && { time: true }),
  };
}
