import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { test } from './support/browser-test.ts';
import { expectGoodLook, LOOKING_TIMEOUT_MS } from './support/good-look.ts';
import { quickConnect } from './support/quick-connect.ts';

test('shows a published post with its picture', { timeout: LOOKING_TIMEOUT_MS }, async ({ visitor, server }) => {
  const { page, context } = visitor;
  await page.goto(server.sandboxUrl);
  await visitor.seeText('Nothing has been published here yet.');

  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['profnet'] });
  const picture = drawPng(240, 160);
  const pictures = createServer((_request, response) => {
    response.setHeader('content-type', 'image/png').end(picture);
  });
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  const { port } = pictures.address() as AddressInfo;
  const answer = await context.request.post('/api/v1/posts', {
    data: {
      text: 'Version 1.4.0 is out, with a picture. https://example.com/1.4.0 #release',
      platforms: ['profnet'],
      mediaUrls: [`http://127.0.0.1:${port}/release.png`],
    },
  });
  pictures.close();
  expect(await answer.json()).toMatchObject({ platformResults: { profnet: { ok: true } } });

  await page.goto(server.sandboxUrl);
  const post = page.getByRole('article').filter({ hasText: 'Version 1.4.0 is out, with a picture.' });
  await post.getByText('Sandbox Owner').waitFor();
  const shown = post.getByRole('img', { name: 'picture without a description' });
  await shown.waitFor();
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), {
      timeout: 15_000,
    })
    .toBe(240);
  await page
    .getByRole('link', { name: /LinkedIn/ })
    .first()
    .getByText('1 post')
    .waitFor();
  await expectGoodLook(page, 'sandbox-feed');
});

/** A picture with a gradient, as PNG. */
function drawPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Array.from({ length: height }, (_row, y) => [
    0,
    ...Array.from({ length: width }, (_column, x) => [(x * 255) / width, (y * 255) / height, 160]).flat(),
  ]);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const pixels = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
