import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../log/logger.ts';
import type { PictureFitter } from '../fit/picture-fitter.ts';
import { UNLIMITED } from '../keep/account.ts';
import { createTemporaryFiles } from '../keep/temporary-files.ts';
import { createLinkCards, type LinkCards } from './link-cards.ts';

const MP4 = Buffer.from('0000001c667479706d703432000000006d703432', 'hex');
const directory = mkdtempSync(join(tmpdir(), 'social-cards-'));
const logger = createLogger('silent');
const fitter: PictureFitter = { fit: async () => null, close: () => undefined };
const pages = new Map<string, RequestListener>();
let site: Server;
let url: string;
let cards: LinkCards;
/** Bytes that the site has sent of a file without end. */
let sent = 0;

const page = (title: string, picture = '') =>
  `<head><title>${title}</title>${picture && `<meta property="og:image" content="${picture}">`}</head>`;
const html = (text: string): RequestListener => {
  return (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
};

beforeAll(async () => {
  site = createServer((request, response) => {
    const answer = pages.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
beforeEach(() => {
  const files = createTemporaryFiles({ directory, logger, accountOf: async () => UNLIMITED });
  cards = createLinkCards({ allowLoopback: true }, { files, fitter, logger });
});
afterEach(() => cards[Symbol.asyncDispose]());
afterAll(() => {
  site.closeAllConnections();
  site.close();
  rmSync(directory, { recursive: true });
});

describe('the picture of a card', () => {
  test('that is a video without end is left with its first bytes', async () => {
    pages.set('/', html(page('Film', '/film.png')));
    pages.set('/film.png', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      response.write(MP4);
      const timer = setInterval(() => {
        sent += 262_144;
        if (!response.destroyed) response.write(Buffer.alloc(262_144));
      }, 5);
      response.on('close', () => clearInterval(timer));
    });
    expect(await cards.read(url, 'w1')).toMatchObject({ title: 'Film', picture: null });
    expect(sent).toBeLessThan(20_000_000);
  });
});

describe('pages that never answer', () => {
  const quick = () => cards.read(`${url}/quick`, 'other');
  const silent = (count: number) => Array.from({ length: count }, (_, index) => `${url}/silent-${index}`);

  beforeEach(() => {
    pages.set('/quick', html(page('Quick')));
    for (const address of silent(60)) pages.set(new URL(address).pathname, () => undefined);
  });

  test.each([
    ['while a composer asks for them', (address: string) => cards.preview(address, 'busy')],
    ['of another workspace', (address: string) => cards.read(address, 'busy')],
  ])('delay no publish %s', async (_when, ask) => {
    const problems: unknown[] = [];
    for (const address of silent(60)) void ask(address).then((answer) => problems.push(answer));
    expect(await quick()).toMatchObject({ title: 'Quick' });
    // The quick page waited for none of the silent ones.
    expect(problems).not.toContainEqual({ problem: expect.stringMatching(/took too long$/) });
  });

  test('leave a writer without cards for a while, and are not remembered as the reason', async () => {
    const slow = silent(30).map((address) => cards.preview(address, 'busy'));
    const late = () => cards.preview(`${url}/quick`, 'busy');
    expect(await late()).toMatchObject({ problem: expect.stringMatching(/reads too many other pages at the moment$/) });
    const reasons = (await Promise.all(slow)).map((answer) => ('problem' in answer ? answer.problem : ''));
    expect(reasons).toContainEqual(expect.stringMatching(/took too long$/));
    expect(await late()).toMatchObject({ title: 'Quick' });
  });
});
