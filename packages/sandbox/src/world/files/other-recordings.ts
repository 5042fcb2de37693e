import type { ByteReader } from './byte-reader.ts';
import type { FoundFile } from './found-file.ts';

/** Bytes at the beginning in which the older containers describe their streams. */
const descriptionBytes = 8 * 1024;
const little = { isLittle: true } as const;
/** The id of a stream of pictures in ASF. */
const asfPictures = '\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b';

const sounds: readonly (readonly [RegExp, string])[] = [
  [/^ID3|^\xff[\xfb\xf3\xf2\xfa]/, 'audio/mpeg'],
  [/^fLaC/, 'audio/flac'],
  [/^RIFF.{4}WAVE/s, 'audio/wave'],
  [/^FORM.{4}AIF/s, 'audio/aiff'],
  [/^\xff[\xf1\xf9]/, 'audio/aac'],
];

/** Recognizes videos and sounds in other containers than those of MP4 and WebM. @returns `undefined` for any other file. */
export function lookAtOtherRecording(reader: ByteReader): FoundFile | undefined {
  const head = reader.latin(0, 16);
  const sound = sounds.find(([pattern]) => pattern.test(head))?.[1];
  if (sound !== undefined) return { type: sound, shows: 'sound' };
  const description = reader.latin(0, descriptionBytes);
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'AVI ') return lookAtAvi(reader, description);
  if (head.startsWith('OggS')) return containing(description.includes('theora'), 'ogg', 'ogg');
  if (head.startsWith('0&\xb2u\x8ef\xcf\x11')) {
    return containing(description.includes(asfPictures), 'x-ms-wmv', 'x-ms-wma');
  }
  if (head.startsWith('FLV\x01')) return containing((reader.u8(4) & 1) === 1, 'x-flv', 'x-flv');
  if (head.startsWith('\0\0\x01\xba') || head.startsWith('\0\0\x01\xb3')) return { type: 'video/mpeg', shows: 'video' };
  // Packets of 188 bytes, each with the same first one.
  const isTransport = [0, 188, 376].every((at) => reader.u8(at) === 0x47);
  return isTransport ? { type: 'video/mp2t', shows: 'video' } : undefined;
}

function containing(hasPictures: boolean, video: string, sound: string): FoundFile {
  return hasPictures ? { type: `video/${video}`, shows: 'video' } : { type: `audio/${sound}`, shows: 'sound' };
}

/** The main header of an AVI comes first, and says how many pictures there are and how long each is shown. */
function lookAtAvi(reader: ByteReader, description: string): FoundFile {
  if (!description.includes('vids')) return { type: 'audio/x-msvideo', shows: 'sound' };
  const [width, height] = [reader.u32(64, little), reader.u32(68, little)];
  const seconds = (reader.u32(32, little) * reader.u32(48, little)) / 1e6;
  return {
    ...{ type: 'video/x-msvideo', shows: 'video' },
    ...(width > 0 && height > 0 && { width, height }),
    ...(seconds > 0 && { seconds }),
  };
}
