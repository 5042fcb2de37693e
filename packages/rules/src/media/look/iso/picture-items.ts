import type { ByteReader } from '../byte-reader.ts';
import type { Bytes } from '../bytes.ts';
import { type FileTells, type FoundFacts, joinTells, seenSize, TELLS_NOTHING } from '../file-look.ts';
import { readExif } from '../pictures/tiff.ts';
import { tellsOfXmp } from '../tells.ts';
import type { Box } from './boxes.ts';
import { type ItemPlace, readAssociations, readInfos, readPlaces } from './item-tables.ts';
import { orientationOfTurn } from './orientation.ts';

/** A property of pictures: its size, a turn, or what else it is. */
interface Property {
  readonly type: string;
  readonly content: Bytes;
}

/** Most items that are read: a picture has one of EXIF and one of XMP. */
const MOST_TELLING = 8;

interface Items {
  primary: number;
  /** In their order; associations count them from 1. */
  readonly properties: Property[];
  associations: ReadonlyMap<number, readonly number[]>;
  infos: ReadonlyMap<number, string>;
  places: ReadonlyMap<number, ItemPlace>;
  /** Where the file has small pictures of others. */
  hasThumbnail: boolean;
}

const TABLES: Readonly<Record<string, (items: Items, content: Bytes) => void>> = {
  pitm(items, content) {
    items.primary = content.u8(0) === 0 ? content.u16(4) : content.u32(4);
  },
  ipma(items, content) {
    items.associations = readAssociations(content);
  },
  iinf(items, content) {
    items.infos = readInfos(content);
  },
  iloc(items, content) {
    items.places = readPlaces(content);
  },
  iref(items, content) {
    items.hasThumbnail = content.text().includes('thmb');
  },
};

/** Makes what gathers the facts of a HEIC or AVIF picture from its boxes. @see ISO/IEC 23008-12 */
export function createPictureItems() {
  const items: Items = {
    ...{ primary: 0, properties: [], hasThumbnail: false },
    ...{ associations: new Map(), infos: new Map(), places: new Map() },
  };
  return {
    reads: (type: string): boolean => type in TABLES || PROPERTIES.includes(type),

    see({ type, within }: Box, content: Bytes): void {
      if (within.endsWith('ipco')) items.properties.push({ type, content });
      else TABLES[type]?.(items, content);
    },

    async facts(reader: ByteReader): Promise<FoundFacts> {
      const tells = joinTells(await tellsOfItems(reader, items), { thumbnail: items.hasThumbnail });
      return { frames: 1, ...shapeOf(items), hasTransparency: hasAlpha(items), tells };
    },
  };
}

/** Names of what a further picture is: the second one is that of HEVC. */
const ALPHA = /:alpha|:hevc:[^\0]{0,40}:auxid:1\0/;
const PROPERTIES = ['ispe', 'irot', 'imir', 'clap', 'auxC'];

/**
 * Follows the properties of the picture that is shown in their order. What its EXIF says of its orientation counts for nothing.
 * @see ISO/IEC 23008-12 section 6.5.1
 */
function shapeOf({ primary, properties, associations }: Items): Pick<FoundFacts, 'size' | 'orientation'> {
  let [width, height, quarters] = [0, 0, 0];
  let mirror: 0 | 1 | null = null;
  for (const number of associations.get(primary) ?? []) {
    const { type, content } = properties[number - 1] ?? {};
    if (!content) continue;
    if (type === 'ispe') [width, height] = [content.u32(4), content.u32(8)];
    if (type === 'clap') [width, height] = [fraction(content, 0) ?? width, fraction(content, 8) ?? height];
    if (type === 'irot') quarters = content.u8(0) & 3;
    if (type === 'imir') mirror = (content.u8(0) & 1) === 1 ? 1 : 0;
  }
  const orientation = orientationOfTurn(quarters, mirror);
  return { size: seenSize(width, height, orientation), orientation };
}

function fraction(content: Bytes, at: number): number | null {
  const value = Math.round(content.u32(at) / content.u32(at + 4));
  return value >= 1 && Number.isFinite(value) ? value : null;
}

function hasAlpha({ properties }: Items): boolean {
  return properties.some(({ type, content }) => type === 'auxC' && ALPHA.test(content.text(4, 100)));
}

async function tellsOfItems(reader: ByteReader, { infos, places }: Items): Promise<FileTells> {
  let tells = TELLS_NOTHING;
  const telling = [...infos].filter(([, type]) => type === 'Exif' || type === 'mime');
  for (const [id, type] of telling.slice(0, MOST_TELLING)) {
    const place = places.get(id);
    if (!place) continue;
    const content = await reader.upTo(place.start, place.length);
    if (type === 'mime') tells = joinTells(tells, tellsOfXmp(content.text()));
    else tells = joinTells(tells, (await readExif(content.from(4 + content.u32(0)))).tells);
  }
  return tells;
}
