import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';

/** Owner in a photo's metadata, which no network must learn. */
export const SECRET_OWNER = 'Owner of the camera';

/** Makes the raw pixels of noise, which hardly any format makes smaller. */
function noise(width: number, height: number, channels: 1 | 3) {
  const raw = { width, height, channels };
  return sharp(randomFillSync(Buffer.alloc(width * height * channels)), { raw });
}

/**
 * Makes a photo of 12 megapixels as a phone does that is held upright: the sensor's picture lies on its side, and its upper
 * left quarter, which is white, is the upper right one of the upright photo. It has a place and an owner, and about 6 MB.
 */
export async function phonePhoto(): Promise<Buffer> {
  const white = { width: 2016, height: 1512, channels: 3, background: '#fff' } as const;
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '50/1 44/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '7/1 6/1 0/1',
  };
  const sensor = noise(1344, 1008, 1).resize(4032, 3024, { kernel: 'nearest' });
  return sensor
    .composite([{ input: { create: white }, left: 0, top: 0 }])
    .withExif({ IFD0: { Copyright: SECRET_OWNER }, IFD3: place })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Makes a PNG of noise with more bytes than any network takes that takes PNG. */
export async function largePng(): Promise<Buffer> {
  return noise(1_900, 1_900, 3).png({ compressionLevel: 0 }).toBuffer();
}

/** Makes a grey JPEG of a few kilobytes. */
export async function plainJpeg(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#789' } })
    .jpeg()
    .toBuffer();
}

/** Makes a JPEG of a few kilobytes whose header claims other sides. */
export async function jpegThatClaims(width: number, height: number): Promise<Buffer> {
  const file = await plainJpeg(16, 16);
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
  file.writeUInt16BE(height, frame + 5);
  file.writeUInt16BE(width, frame + 7);
  return file;
}

/** Makes a GIF of two frames of a pixel each, with a comment that makes it as large as asked for. */
export function largeAnimation(bytes: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const frame = Buffer.from('21f90400000000002c00000000010001000002024c0100', 'hex');
  const block = Buffer.concat([Buffer.from([0xff]), Buffer.alloc(0xff, 0x20)]);
  const comment = [Buffer.from([0x21, 0xfe]), ...Array<Buffer>(Math.ceil(bytes / 256)).fill(block), Buffer.alloc(1)];
  return Buffer.concat([head, ...comment, frame, frame, Buffer.from([0x3b])]);
}

/** Mean brightness of a part of a picture, 0 to 255. Sides and place are fractions of the whole. */
export async function brightness(picture: Buffer, at: { left: number; top: number }): Promise<number> {
  const { width, height } = await sharp(picture).metadata();
  const part = { width: Math.floor(width / 4), height: Math.floor(height / 4) };
  const place = { left: Math.floor(width * at.left), top: Math.floor(height * at.top) };
  // Statistics are those of the file that is read, before anything is done to it.
  const cut = await sharp(picture)
    .extract({ ...part, ...place })
    .png()
    .toBuffer();
  const { channels } = await sharp(cut).stats();
  return channels[0]?.mean ?? 0;
}
