import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../log/logger.ts';
import { fitPicture } from '../fit/fit-picture.ts';
import { type PictureFitter, UnfitError } from '../fit/picture-fitter.ts';
import { UNLIMITED } from '../keep/account.ts';
import { createTemporaryFiles } from '../keep/temporary-files.ts';
import { createFaceReader, type FaceReader } from './read-face.ts';

const directory = mkdtempSync(join(tmpdir(), 'social-faces-'));
const files = createTemporaryFiles({
  ...{ directory, logger: createLogger('silent') },
  accountOf: async () => UNLIMITED,
});
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PAGE = '<!doctype html><title>Picture</title><script>alert(1)</script>';
const { signal } = new AbortController();
/** Makes pictures smaller in this process. */
const fitter: PictureFitter = {
  fit: async (order, read) => fitPicture({ ...order, bytes: await read(), maxPixels: 50_000_000 }),
  close: () => undefined,
};
const withoutLibrary: PictureFitter = { ...fitter, fit: () => Promise.reject(new UnfitError('no library')) };
const readers: FaceReader[] = [];
let site: Server;
let url: string;
let visits: string[] = [];

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3b78cf' } });
/** A picture that hardly compresses. */
const noise = (side: number) =>
  sharp({
    create: { width: side, height: side, channels: 3, background: '#fff', noise: { type: 'gaussian', sigma: 90 } },
  });
const answer =
  (body: string | Buffer, contentType = 'image/png'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': contentType }).end(body);
const redirect =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
const ANSWERS: Record<string, RequestListener> = {
  '/svg': answer(SVG, 'image/svg+xml'),
  '/svg-as-png': answer(SVG),
  '/page-as-png': answer(PAGE),
  '/redirect-private': redirect('http://10.0.0.1/a.png'),
  '/redirect-metadata': redirect('http://169.254.169.254/latest/meta-data'),
  '/redirect-file': redirect('file:///etc/passwd'),
  '/half': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    void picture(64, 64)
      .png()
      .toBuffer()
      .then((bytes) => response.end(bytes.subarray(0, 60)));
  },
  '/huge': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 6_000_000 });
    void picture(64, 64)
      .png()
      .toBuffer()
      .then((bytes) => response.write(bytes));
  },
  '/slow': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    response.write(Buffer.from('89504e470d0a1a0a', 'hex'));
  },
};

beforeAll(async () => {
  ANSWERS['/small'] = answer(await picture(100, 100).png().toBuffer());
  ANSWERS['/large'] = answer(await picture(1_200, 900).jpeg().toBuffer());
  ANSWERS['/medium'] = answer(await picture(400, 400).jpeg().toBuffer());
  ANSWERS['/noise'] = answer(await noise(900).png().toBuffer());
  ANSWERS['/many-pixels'] = answer(await picture(5_000, 4_000).png().toBuffer());
  ANSWERS['/redirect-picture'] = redirect('/small');
  site = createServer((request, response) => {
    const path = request.url ?? '';
    visits.push(path);
    ANSWERS[path]?.(request, response);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterEach(async () => {
  visits = [];
  for (const reader of readers.splice(0)) await reader[Symbol.asyncDispose]();
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
  rmSync(directory, { recursive: true });
});

function read(address: string, { allowLoopback = true, fits = fitter, totalMs = 5_000 } = {}) {
  const reader = createFaceReader({ allowLoopback }, { files, fitter: fits, totalMs });
  readers.push(reader);
  return reader.read(address, signal);
}

test('keeps a small picture as it is, also behind a redirect', async () => {
  const small = await picture(100, 100).png().toBuffer();
  for (const path of ['/small', '/redirect-picture']) {
    const { bytes, contentType } = await read(url + path);
    expect([contentType, Buffer.from(bytes).equals(small)]).toEqual(['image/png', true]);
  }
});

test('makes a large picture small', async () => {
  const { bytes, contentType } = await read(`${url}/large`);
  const { width, height } = await sharp(Buffer.from(bytes)).metadata();
  expect([contentType, width, height]).toEqual(['image/jpeg', 170, 128]);
  expect(bytes.length).toBeLessThan(50_000);
});

test('keeps a picture of middle size where the library cannot be loaded, and no larger one', async () => {
  const { contentType } = await read(`${url}/medium`, { fits: withoutLibrary });
  expect(contentType).toBe('image/jpeg');
  await expect(read(`${url}/noise`, { fits: withoutLibrary })).rejects.toThrow('small enough');
});

test.each([
  ['/svg', 'is SVG, which no network takes'],
  ['/svg-as-png', 'is SVG, which no network takes'],
  ['/page-as-png', 'is neither a picture, a video nor a document'],
])('takes no %s', async (path, problem) => {
  await expect(read(url + path)).rejects.toThrow(problem);
});

test('takes no picture that is cut off', async () => {
  await expect(read(`${url}/half`)).rejects.toThrow('not a whole picture');
});

test('takes no picture of more than 5 MB or of more pixels than are decoded', async () => {
  await expect(read(`${url}/huge`)).rejects.toThrow('larger than 5 MB');
  await expect(read(`${url}/many-pixels`)).rejects.toThrow('too many pixels');
});

test.each(['http://10.0.0.1/a.png', 'http://[::1]/a.png', 'http://169.254.169.254/a.png'])(
  'connects to no private address: %s',
  async (address) => {
    await expect(read(address, { allowLoopback: false })).rejects.toThrow('not on the public internet');
  },
);

test('connects to this machine only where the networks are simulated', async () => {
  await expect(read(`${url}/small`, { allowLoopback: false })).rejects.toThrow(/must use the ports 80 or 443/);
  expect(visits).toEqual([]);
});

test.each(['/redirect-private', '/redirect-metadata'])('follows no %s', async (path) => {
  await expect(read(url + path)).rejects.toThrow('redirects to a server whose address is not on the public internet');
});

test('follows no redirect to a file', async () => {
  await expect(read(`${url}/redirect-file`)).rejects.toThrow('redirects to an address that is not allowed');
});

test('gives up a server that sends nothing more', async () => {
  await expect(read(`${url}/slow`, { totalMs: 300 })).rejects.toThrow('it took too long');
});
