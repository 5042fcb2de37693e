import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { fitPicture } from './fit-picture.ts';

const directory = mkdtempSync(join(tmpdir(), 'social-fit-'));
afterAll(() => rmSync(directory, { recursive: true }));
afterEach(() => vi.restoreAllMocks());

const JPEG = 'image/jpeg';
const order = { contentType: JPEG, types: [JPEG], maxPixels: 50_000_000 };
const noise = (width: number, height: number, sigma = 60) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma } } });
const background = { r: 220, g: 40, b: 60 };
const plain = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background } });

/** Makes a picture in Display P3, whose profile has a private tag that makes it as large as asked for. */
async function withLargeProfile(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { icc } = await sharp(await plain(8).withIccProfile('p3').jpeg().toBuffer()).metadata();
  const [old, tags] = [icc!, icc!.readUInt32BE(128)];
  const [tableEnd, added] = [132 + tags * 12, 12];
  const table = Buffer.from(old.subarray(128, tableEnd));
  table.writeUInt32BE(tags + 1);
  for (let tag = 0; tag < tags; tag += 1) {
    table.writeUInt32BE(table.readUInt32BE(8 + tag * 12) + added, 8 + tag * 12);
  }
  const entry = Buffer.from('padd\0\0\0\0\0\0\0\0', 'latin1');
  entry.writeUInt32BE(old.length + added, 4);
  entry.writeUInt32BE(bytes, 8);
  const data = Buffer.concat([Buffer.from('data\0\0\0\0\0\0\0\x01', 'latin1'), Buffer.alloc(bytes - 12, 0x5a)]);
  const profile = Buffer.concat([old.subarray(0, 128), table, entry, old.subarray(tableEnd), data]);
  profile.writeUInt32BE(profile.length);
  const path = join(directory, 'large.icc');
  writeFileSync(path, profile);
  return new Uint8Array(await plain(2_400).withIccProfile(path).jpeg().toBuffer());
}

test('a picture with a profile of 2.1 MB fits: it is converted to sRGB and looks the same', async () => {
  const bytes = await withLargeProfile(2_100_000);
  expect((await sharp(bytes).metadata()).icc?.length).toBeGreaterThan(2_100_000);
  const result = await fitPicture({ ...order, bytes, limits: { maxBytes: 2_000_000 } });
  expect(result).toMatchObject({ size: { width: 2_400, height: 2_400 } });
  expect((await sharp(result!.bytes).metadata()).icc).toBeUndefined();
  const { channels } = await sharp(result!.bytes).stats();
  for (const [index, value] of [background.r, background.g, background.b].entries()) {
    expect(Math.abs(channels[index]!.mean - value)).toBeLessThan(4);
  }
});

test('a small profile stays, unless it takes much of what the network takes', async () => {
  const bytes = new Uint8Array(await plain(900).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer());
  const iccWithin = async (maxBytes: number) =>
    (await sharp((await fitPicture({ ...order, bytes, limits: { maxBytes, maxLong: 300 } }))!.bytes).metadata()).icc;
  expect(await iccWithin(100_000)).toBeInstanceOf(Buffer);
  expect(await iccWithin(3_000)).toBeUndefined();
});

test.each([
  ['slightly', 0.9],
  ['twice', 0.5],
  ['ten times', 0.1],
  ['a thousand times', 0.001],
])('a picture that is %s too large fits within few encodes, and uses most of what it may have', async (_, share) => {
  // Detail of several sizes, as photos have it.
  const coarse = await noise(75, 100).png().toBuffer();
  const detail = await noise(1_500, 2_000, 20).png().toBuffer();
  const photo = sharp(coarse)
    .resize(1_500, 2_000)
    .composite([{ input: detail, blend: 'overlay' }]);
  const bytes = new Uint8Array(await photo.jpeg({ quality: 92 }).toBuffer());
  const maxBytes = Math.round(bytes.length * share);
  const encodes = vi.spyOn(sharp.prototype, 'toBuffer');
  const result = await fitPicture({ ...order, bytes, limits: { maxBytes } });
  expect(encodes.mock.calls.length).toBeLessThanOrEqual(8);
  expect(result!.bytes.length).toBeLessThanOrEqual(maxBytes);
  expect(result!.bytes.length).toBeGreaterThan(maxBytes * 0.6);
});

test('a picture that never fits is given up after eight encodes', async () => {
  const bytes = new Uint8Array(await noise(400, 30).jpeg().toBuffer());
  const encodes = vi.spyOn(sharp.prototype, 'toBuffer');
  expect(await fitPicture({ ...order, bytes, limits: { maxBytes: 10 } })).toBeNull();
  expect(encodes.mock.calls.length).toBeLessThanOrEqual(8);
});

test('a picture of a type that the network does not take becomes one of its types', async () => {
  for (const [contentType, picture] of [
    ['image/png', plain(40).png()],
    ['image/webp', plain(40).webp()],
    ['image/avif', plain(40).avif()],
    ['image/gif', plain(40).gif()],
  ] as const) {
    const bytes = new Uint8Array(await picture.toBuffer());
    const result = await fitPicture({ ...order, contentType, bytes, limits: { maxBytes: 100_000 } });
    expect(result, contentType).toMatchObject({ contentType: JPEG, size: { width: 40, height: 40 }, isOnWhite: false });
    const { channels } = await sharp(result!.bytes).stats();
    for (const [index, value] of [background.r, background.g, background.b].entries()) {
      expect(Math.abs(channels[index]!.mean - value)).toBeLessThan(6);
    }
  }
});

test('transparent pixels become white where the network takes JPEG alone, and stay elsewhere', async () => {
  const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  const bytes = new Uint8Array(await clear.webp({ lossless: true }).toBuffer());
  const webp = { ...order, contentType: 'image/webp', bytes, limits: { maxBytes: 100_000 } };
  const result = await fitPicture(webp);
  expect(result).toMatchObject({ contentType: JPEG, isOnWhite: true });
  expect((await sharp(result!.bytes).stats()).channels[0]!.mean).toBeGreaterThan(253);
  const kept = await fitPicture({ ...webp, types: [JPEG, 'image/png'] });
  expect(kept).toMatchObject({ contentType: 'image/png', isOnWhite: false });
  expect((await sharp(kept!.bytes).metadata()).hasAlpha).toBe(true);
});

test('a PNG that only lies on its side stays a PNG', async () => {
  const bytes = new Uint8Array(
    await sharp({ create: { width: 30, height: 20, channels: 3, background } })
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer(),
  );
  const result = await fitPicture({
    ...order,
    contentType: 'image/png',
    types: [JPEG, 'image/png'],
    bytes,
    limits: { maxBytes: 100_000 },
  });
  expect(result).toMatchObject({ contentType: 'image/png', size: { width: 20, height: 30 } });
});

/** 64 by 48 pixels in Display P3: red on the left, blue on the right. */
const HEIC = readFileSync(join(import.meta.dirname, '../../../../rules/tests/look/files/wide-gamut.heic'));

test('a HEIC becomes a JPEG of the same colors', async () => {
  const bytes = new Uint8Array(HEIC);
  const result = await fitPicture({ ...order, contentType: 'image/heic', bytes, limits: { maxBytes: 100_000 } });
  expect(result).toMatchObject({ contentType: JPEG, size: { width: 64, height: 48 } });
  const srgb = sharp(result!.bytes).toColorspace('srgb');
  const { channels } = await sharp(
    await srgb.extract({ left: 4, top: 4, width: 20, height: 40 }).png().toBuffer(),
  ).stats();
  for (const [index, value] of [background.r, background.g, background.b].entries()) {
    expect(Math.abs(channels[index]!.mean - value)).toBeLessThan(8);
  }
});

test('a HEIC that is cut off is an error', async () => {
  const bytes = new Uint8Array(HEIC.subarray(0, 900));
  await expect(
    fitPicture({ ...order, contentType: 'image/heic', bytes, limits: { maxBytes: 100_000 } }),
  ).rejects.toThrow();
});
