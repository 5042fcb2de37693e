/** A file's type and size, as its first bytes tell them. */
export interface Sniffed {
  /** MIME type. */
  readonly type: string;
  /** Pixels, for pictures. */
  readonly width?: number;
  readonly height?: number;
}

/** Recognizes pictures and videos by their first bytes. @returns `undefined` for any other file. */
export function sniff(data: Buffer): Sniffed | undefined {
  const latin = data.toString('latin1', 0, 16);
  if (latin.startsWith('\x89PNG\r\n\x1a\n') && data.length >= 24) {
    return { type: 'image/png', width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
  }
  if (/^GIF8[79]a/.test(latin) && data.length >= 10) {
    return { type: 'image/gif', width: data.readUInt16LE(6), height: data.readUInt16LE(8) };
  }
  if (latin.startsWith('\xff\xd8\xff')) return { type: 'image/jpeg', ...jpegSize(data) };
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return { type: 'image/webp' };
  if (latin.slice(4, 8) === 'ftyp') return { type: latin.slice(8, 10) === 'qt' ? 'video/quicktime' : 'video/mp4' };
  if (latin.startsWith('\x1aE\xdf\xa3')) return { type: 'video/webm' };
  if (latin.startsWith('RIFF') && latin.slice(8, 11) === 'AVI') return { type: 'video/x-msvideo' };
  if (latin.startsWith('FLV\x01')) return { type: 'video/x-flv' };
  if (latin.startsWith('0&\xb2u\x8ef\xcf\x11')) return { type: 'video/x-ms-wmv' };
  return undefined;
}

/** Reads the segments up to the frame header, which contains the size. */
function jpegSize(data: Buffer): { width: number; height: number } | undefined {
  let at = 2;
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    at += 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}
