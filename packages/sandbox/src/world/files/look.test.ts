import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { box, gif, jpeg, movingGif, mp4 } from '../../../tests/support/media.ts';
import { drawAvatar } from '../../pages/avatar.ts';
import { storedBytesOf } from '../stored-bytes.ts';
import { seenSides } from './found-file.ts';
import { look } from './look.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const base64 = (text: string) => Buffer.from(text, 'base64');
const picture = (type: string, more: object = {}) => ({ type: `image/${type}`, shows: 'picture', ...more });
const video = (type: string, more: object = {}) => ({ type: `video/${type}`, shows: 'video', ...more });
const sound = (type: string) => ({ type: `audio/${type}`, shows: 'sound' });
const demo = (name: string) => readFileSync(new URL(`../../../../../scripts/demo-media/${name}`, import.meta.url));

// Pictures of 6 by 4 pixels, written by libvips.
const turnedPng = base64(
  'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAIAAAAiZtkUAAABP2lDQ1BpY2MAABiVfZC/SwJxGMY/11WWWA05NBQcJU0FUUtTgYZOEfgj1Kbz/FGgdt33QprLoaloiEZrCaLZxhz6A4KgIQqirdWghpKLrw5aUM/yfnh4Xt6XB5TnvFEQ3RoUirYVDvm1eCKpuV5Q8dLPIGO6IczlSDAKIPSSMGwrzw+936PIeTe9rhfTO6/Xq8kFpbo7UY4FP1Yu+F/udEYYwBfgM0zLBkUDxku2KXkJ8BrrehqUODBlxRNJUPakn2vxieRUiy8lW9FwAJQaoOU6ONXBhfy2vCslv/dkirEI0AeMIggTwv9HpreZCRBgBmRfv3sQ2bnZ1pZnEXqeHOdtElyH0DhynM9Tx2mcgfoIta32/mYF5uugHrS91DFc7cPIQ9vzVWCoDNUbU7f0pqUCXdkNqJ/DQAKGb8G99g3j4l+x2lMbhgAAALRlWElmSUkqAAgAAAAGABIBAwABAAAABgAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAAAYAAAADoAQAAQAAAAQAAAAAAAAAYT8EzAAAAAlwSFlzAAAD6AAAA+gBtXtSawAAABJJREFUCJlj+M/AgIbQ+UQLAQCk0RfpZL1JJgAAAABJRU5ErkJggg==',
);
const movingGifOfThree = base64(
  'R0lGODlhBgAEAIAAAExpcf8AACH5BAUAAAAALAAAAAAGAAQAAAIEjI+pVwAh+QQFAAAAACwAAAAABgAEAIBMaXEAAP8CBIyPqVcAIfkEBQAAAAAsAAAAAAYABACATGlxAP8AAgSMj6lXADs=',
);
const turnedJpeg = base64(
  '/9j/4QC8RXhpZgAASUkqAAgAAAAGABIBAwABAAAABgAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAAAYAAAADoAQAAQAAAAQAAAAAAAAA/+IB8ElDQ19QUk9GSUxFAAEBAAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5keem/Vlo+AbaDI4VVRvdPqgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQAAAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAcAAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDD8AAAXd///zJgAAB5AAAP2S///7of///aIAAAPcAADAcVhZWiAAAAAAAABvoAAAOPIAAAOPWFlaIAAAAAAAAGKWAAC3iQAAGNpYWVogAAAAAAAAJKAAAA+FAAC2xHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb/9sAQwBQNzxGPDJQRkFGWlVQX3jIgnhubnj1r7mRyP///////////////////////////////////////////////////9sAQwFVWlp4aXjrgoLr/////////////////////////////////////////////////////////////////////////8AAEQgABAAGAwEiAAIRAQMRAf/EABUAAQEAAAAAAAAAAAAAAAAAAAAD/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABUBAQEAAAAAAAAAAAAAAAAAAAME/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AkANY/9k=',
);
const webp = base64('UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoGAAQAAUAmJaACdLoB+AADsAD+8ut//NgVzXPv9//S4P0uD9Lg/9KQAAA=');
const losslessWebp = base64('UklGRhwAAABXRUJQVlA4TA8AAAAvBcAAAAcQ/Y/+ByKi/wEA');
const movingWebp = base64(
  'UklGRhQBAABXRUJQVlA4WAoAAAACAAAABQAAAwAAQU5JTQYAAAD/////AQBBTk1GSAAAAAAAAAAAAAUAAAMAAGQAAAJWUDggMAAAANABAJ0BKgYABAABQCYloAJ0ugH4AAOwAP7y63/82BXNc+/3/9Lg/S4P0uD/0pAAAEFOTUZGAAAAAAAAAAAABQAAAwAAZAAAAFZQOCAuAAAAlAEAnQEqBgAEAAAAJiWgAnS6AAOYAP77VeP/pcH/0uD/6XB/6XB/G7LOG6QAAEFOTUZKAAAAAAAAAAAABQAAAwAAZAAAAFZQOCAyAAAA1AEAnQEqBgAEAAAAJiWgAnS6AfgAA7AA/ukiH/vPn7nz9z5/0Z//lP3yOP5HH/ygQAA=',
);
const tiff = base64(
  'SUkqABgAAAB4nPvPgA7+kyUCALOUA/0AEQAAAQMAAQAAAAYAAAABAQMAAQAAAAQAAAACAQMAAwAAAPoAAAADAQMAAQAAAAgAAAAGAQMAAQAAAAIAAAARAQQAAQAAAAgAAAASAQMAAQAAAAMAAAAVAQMAAQAAAAMAAAAWAQMAAQAAAAABAAAXAQQAAQAAAA8AAAAaAQUAAQAAAOoAAAAbAQUAAQAAAPIAAAAcAQMAAQAAAAEAAAAoAQMAAQAAAAIAAAA9AQMAAQAAAAIAAABTAQMAAwAAAAABAABzhwcA4AEAAAYBAAAAAAAAMzPLAAAACAAzM8sAAAAIAAgACAAIAAEAAQABAAAAAeBsY21zBCAAAG1udHJSR0IgWFlaIAfiAAMAFAAJAA4AHWFjc3BNU0ZUAAAAAHNhd3NjdHJsAAAAAAAAAAAAAAAAAAD21gABAAAAANMtaGFuZHnpv1ZaPgG2gyOFVUb3T6oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACmRlc2MAAAD8AAAAJGNwcnQAAAEgAAAAInd0cHQAAAFEAAAAFGNoYWQAAAFYAAAALHJYWVoAAAGEAAAAFGdYWVoAAAGYAAAAFGJYWVoAAAGsAAAAFHJUUkMAAAHAAAAAIGdUUkMAAAHAAAAAIGJUUkMAAAHAAAAAIG1sdWMAAAAAAAAAAQAAAAxlblVTAAAACAAAABwAcwBSAEcAQm1sdWMAAAAAAAAAAQAAAAxlblVTAAAABgAAABwAQwBDADAAAFhZWiAAAAAAAAD21gABAAAAANMtc2YzMgAAAAAAAQw/AAAF3f//8yYAAAeQAAD9kv//+6H///2iAAAD3AAAwHFYWVogAAAAAAAAb6AAADjyAAADj1hZWiAAAAAAAABilgAAt4kAABjaWFlaIAAAAAAAACSgAAAPhQAAtsRwYXJhAAAAAAADAAAAAmZpAADypwAADVkAABPQAAAKWw==',
);
const avif = base64(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACEAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAYAAAAEAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAApbWRhdBIACgg4CG7SAhoNIDITH/JihOAAFgAAkDWOPFC4DEIAkA==',
);
const turnedAvif = base64(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAAw5tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9jAAAAAERAAAIAAQAAAAADMgABAAAAAAAAACEAAgAAAAADUwABAAAAAAAAAL4AAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABhdjAxAAAAABVpbmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAACTWlwcnAAAAItaXBjbwAAAAxhdjFDgSACAAAAAexjb2xycklDQwAAAeBsY21zBCAAAG1udHJSR0IgWFlaIAfiAAMAFAAJAA4AHWFjc3BNU0ZUAAAAAHNhd3NjdHJsAAAAAAAAAAAAAAAAAAD21gABAAAAANMtaGFuZHnpv1ZaPgG2gyOFVUb3T6oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACmRlc2MAAAD8AAAAJGNwcnQAAAEgAAAAInd0cHQAAAFEAAAAFGNoYWQAAAFYAAAALHJYWVoAAAGEAAAAFGdYWVoAAAGYAAAAFGJYWVoAAAGsAAAAFHJUUkMAAAHAAAAAIGdUUkMAAAHAAAAAIGJUUkMAAAHAAAAAIG1sdWMAAAAAAAAAAQAAAAxlblVTAAAACAAAABwAcwBSAEcAQm1sdWMAAAAAAAAAAQAAAAxlblVTAAAABgAAABwAQwBDADAAAFhZWiAAAAAAAAD21gABAAAAANMtc2YzMgAAAAAAAQw/AAAF3f//8yYAAAeQAAD9kv//+6H///2iAAAD3AAAwHFYWVogAAAAAAAAb6AAADjyAAADj1hZWiAAAAAAAABilgAAt4kAABjaWFlaIAAAAAAAACSgAAAPhQAAtsRwYXJhAAAAAAADAAAAAmZpAADypwAADVkAABPQAAAKWwAAABRpc3BlAAAAAAAAAAYAAAAEAAAAEHBpeGkAAAAAAwgICAAAAAlpcm90AwAAABhpcG1hAAAAAAAAAAEAAQWBAgMEhQAAABppcmVmAAAAAAAAAA5jZHNjAAIAAQABAAAA521kYXQSAAoIOAhu0gIaDSAyEx/yYoTgABYAAJA1jjxQuAxCAJAAAAAGRXhpZgAASUkqAAgAAAAGABIBAwABAAAABgAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAgAAABMCAwABAAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAxMDABoAMAAQAAAP//AAACoAQAAQAAAAYAAAADoAQAAQAAAAQAAAAAAAAA',
);

/** An element of Matroska with a size of one byte. */
function element(id: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 | body.length]), body]);
}

/** The same with a size of eight bytes. */
function long(id: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([1, 0, 0, 0, 0, 0, 0, body.length]), body]);
}

const docType = (name: string) => element('1a45dfa3', element('4282', latin(name)));
const trackOf = (kind: number, ...more: readonly Buffer[]) =>
  element('ae', element('83', Buffer.from([kind])), ...more);
const sides = element('e0', element('b0', Buffer.from([0x02, 0x80])), element('ba', Buffer.from([0x01, 0x68])));
const length = element('1549a966', element('4489', Buffer.from([0x45, 0x9c, 0x40, 0])));
const film = (name: string, ...tracks: readonly Buffer[]) =>
  Buffer.concat([docType(name), Buffer.from('18538067ff', 'hex'), length, element('1654ae6b', ...tracks)]);

/** A HEIF with the sides of a tile and of the whole, turned by quarters against the clock. */
function heif(brands: string, quarters: number): Buffer {
  const sidesOf = (width: number, height: number) => {
    const data = Buffer.alloc(12);
    data.writeUInt32BE(width, 4);
    data.writeUInt32BE(height, 8);
    return box('ispe', data);
  };
  const properties = box('ipco', sidesOf(512, 512), sidesOf(4032, 3024), box('irot', Buffer.from([quarters])));
  return Buffer.concat([box('ftyp', latin(brands)), box('meta', Buffer.alloc(4), box('iprp', properties))]);
}

const asf = latin('0&\xb2u\x8ef\xcf\x11\xa6\xd9\0\xaa\0\x62\xce\x6c');
const asfPictures = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex');

test.each([
  ['a PNG', drawAvatar('ada'), picture('png', { width: 80, height: 80 })],
  ['a turned PNG', turnedPng, picture('png', { width: 6, height: 4, orientation: 6 })],
  ['a GIF', gif, picture('gif', { width: 1, height: 1 })],
  ['a moving GIF', movingGif({ frames: 3 }), picture('gif', { width: 1, height: 1, frames: 3 })],
  ['another program’s moving GIF', movingGifOfThree, picture('gif', { width: 6, height: 4, frames: 3 })],
  ['a JPEG', jpeg(20, 10), picture('jpeg', { width: 20, height: 10 })],
  ['a photo of a camera', demo('picture.jpg'), picture('jpeg', { width: 1080, height: 810 })],
  ['a turned JPEG', turnedJpeg, picture('jpeg', { width: 6, height: 4, orientation: 6 })],
  ['a JPEG that was cut off', jpeg(20, 10).subarray(0, 9), picture('jpeg')],
  ['a WebP', webp, picture('webp', { width: 6, height: 4 })],
  ['a lossless WebP', losslessWebp, picture('webp', { width: 6, height: 4 })],
  ['a moving WebP', movingWebp, picture('webp', { width: 6, height: 4, frames: 3 })],
  ['a TIFF', tiff, picture('tiff', { width: 6, height: 4, orientation: 3 })],
  ['a BMP', base64('Qk1GAAAAAAAAADYAAAAoAAAAAgAAAAIAAAABABgAAAAAABAAAAA='), picture('bmp', { width: 2, height: 2 })],
  ['an AVIF', avif, picture('avif', { width: 6, height: 4 })],
  ['a turned AVIF', turnedAvif, picture('avif', { width: 6, height: 4, orientation: 6 })],
  ['a HEIC', heif('heic\0\0\0\0mif1heic', 3), picture('heic', { width: 4032, height: 3024, orientation: 6 })],
  [
    'a HEIF that is a HEIC',
    heif('mif1\0\0\0\0mif1heic', 0),
    picture('heic', { width: 4032, height: 3024, orientation: 1 }),
  ],
  ['a JPEG XL', latin('\0\0\0\x0cJXL \r\n\x87\n'), picture('jxl')],
  ['the beginning of a JPEG XL', latin('\xff\x0a\xfa\x1f'), picture('jxl')],
  ['a raw photo', box('ftyp', latin('crx \0\0\0\x01crx isom')), picture('x-canon-cr3')],
])('%s is a picture', (_name, data, found) => {
  expect(look(storedBytesOf(data))).toEqual(found);
});

test.each([
  ['an MP4', mp4(1000), video('mp4', { width: 720, height: 1280, seconds: 10 })],
  ['an MP4 of another program', demo('clip.mp4'), video('mp4', { width: 540, height: 960, seconds: 4 })],
  [
    'an MP4 of a camera',
    mp4(300_000, { rotation: 90, isDescribedLast: true }),
    video('mp4', { width: 720, height: 1280, seconds: 10, rotation: 90 }),
  ],
  ['a QuickTime film', mp4(1000, { brand: 'qt  ' }), video('quicktime', { width: 720, height: 1280, seconds: 10 })],
  [
    'a QuickTime film without brands',
    mp4(1000).subarray(24),
    video('quicktime', { width: 720, height: 1280, seconds: 10 }),
  ],
  ['a WebM', film('webm', trackOf(2), trackOf(1, sides)), video('webm', { width: 640, height: 360, seconds: 5 })],
  ['a Matroska film', film('matroska', trackOf(1)), video('x-matroska', { seconds: 5 })],
  [
    'a Matroska film whose sizes take eight bytes',
    film('matroska', long('ae', long('83', Buffer.from([1])), sides)),
    video('x-matroska', { width: 640, height: 360, seconds: 5 }),
  ],
  ['an AVI', latin('RIFF\0\0\0\0AVI LIST\0\0\0\0hdrlavih strhvids'), video('x-msvideo')],
  ['an FLV', latin('FLV\x01\x05\0\0\0\x09'), video('x-flv')],
  ['a WMV', Buffer.concat([asf, Buffer.alloc(40), asfPictures]), video('x-ms-wmv')],
  ['an MPEG', latin('\0\0\x01\xba\x44'), video('mpeg')],
  ['an MPEG transport stream', Buffer.concat([0, 1, 2].map(() => Buffer.alloc(188, 'G'))), video('mp2t')],
  ['an Ogg film', latin('OggS\0\x02 ... \x80theora'), video('ogg')],
])('%s is a video', (_name, data, found) => {
  expect(look(storedBytesOf(data))).toEqual(found);
});

test.each([
  ['an MP4 without pictures', mp4(1000, { handler: 'soun' }), sound('mp4')],
  ['an M4A', mp4(1000, { handler: 'soun', brand: 'M4A ' }), sound('mp4')],
  ['an M4B with pictures of its chapters', mp4(1000, { brand: 'M4B ' }), sound('mp4')],
  ['a WebM without pictures', film('webm', trackOf(2)), sound('webm')],
  ['a Matroska without pictures', film('matroska', trackOf(2)), sound('x-matroska')],
  ['a WMA', Buffer.concat([asf, Buffer.alloc(40)]), sound('x-ms-wma')],
  ['an FLV without pictures', latin('FLV\x01\x04\0\0\0\x09'), sound('x-flv')],
  ['an Ogg', latin('OggS\0\x02 ... vorbis'), sound('ogg')],
  ['an MP3', latin('ID3 a song'), sound('mpeg')],
  ['a FLAC', latin('fLaC'), sound('flac')],
  ['a WAV', latin('RIFF\0\0\0\0WAVEfmt '), sound('wave')],
])('%s is a sound', (_name, data, found) => {
  expect(look(storedBytesOf(data))).toEqual(found);
});

test.each([
  ['an MP4 without tracks', latin('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), { type: 'application/mp4', shows: 'nothing' }],
  ['a WebM without tracks', docType('webm'), { type: 'application/webm', shows: 'nothing' }],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['a text', Buffer.from('BM, said the man, free as moov'), undefined],
  ['a PDF', latin('%PDF-1.7'), { type: 'application/pdf', shows: 'nothing' }],
  ['an archive', latin('PK\x03\x04 word/document.xml'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('%s shows nothing', (_name, data, found) => {
  expect(look(storedBytesOf(data))).toEqual(found);
});

test('sides are seen as the file turns them', () => {
  expect(seenSides({ type: '', shows: 'picture', width: 6, height: 4, orientation: 3 })).toEqual({
    width: 6,
    height: 4,
  });
  expect(seenSides({ type: '', shows: 'picture', width: 6, height: 4, orientation: 8 })).toEqual({
    width: 4,
    height: 6,
  });
  expect(seenSides({ type: '', shows: 'video', width: 6, height: 4, rotation: 270 })).toEqual({ width: 4, height: 6 });
  expect(seenSides({ type: '', shows: 'video' })).toBeUndefined();
});
