import { createServer, type RequestListener, type Server } from 'node:http';
import { samplePng, uniqueText, useStack } from '@social/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { close, listen } from '../../../src/servers/local-server.ts';

const { stack, workspace } = useStack({ connect: ['bluesky', 'mastodon'] });
const pages = new Map<string, RequestListener>();
const asked: string[] = [];
let site: Server;
let url: string;

beforeAll(async () => {
  site = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = pages.get(request.url ?? '');
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  url = `http://127.0.0.1:${await listen(site)}`;
});
afterAll(() => close(site));

function serve(
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string> = { 'content-type': 'text/html' },
) {
  pages.set(path, (_request, response) => response.writeHead(200, headers).end(body));
  return `${url}${path}`;
}

/** Publishes a text to Bluesky. @returns the result, and what the record shows */
async function publish(text: string, more: object = {}) {
  const { body } = await workspace.publish({ text, platforms: ['bluesky'], ...more });
  const result = body.platformResults.bluesky;
  expect(result).toMatchObject({ ok: true, state: 'published' });
  const [, , repo = '', collection = '', rkey = ''] = result.platformPostId.split('/');
  const query = new URLSearchParams({ repo, collection, rkey });
  const answer = await fetch(`${stack.sandboxUrl}/bluesky/xrpc/com.atproto.repo.getRecord?${query}`);
  const { value } = (await answer.json()) as {
    value: { embed?: { $type: string; external?: Record<string, unknown> } };
  };
  return { note: result.note, embed: value.embed };
}

async function dryRun(text: string) {
  const { body } = await workspace.api('POST', '/api/v1/posts?dryRun=true', {
    body: { text, platforms: ['bluesky', 'mastodon'] },
  });
  return body.platformResults;
}

const page = (title: string, image = '') =>
  `<html><head><title>${title}</title><meta name="description" content="About ${title}">${image && `<meta property="og:image" content="${image}">`}</head>`;

describe('the first link of a post', () => {
  test('gets a card with title, description and picture, where the network makes none itself', async () => {
    serve('/card.png', samplePng(), { 'content-type': 'image/png' });
    const link = serve('/notes', page('Version 1.4', 'card.png'));
    const { embed, note } = await publish(`${uniqueText('Read')} ${link} and ${url}/other`);
    expect(note).toBeUndefined();
    expect(embed).toMatchObject({
      $type: 'app.bsky.embed.external',
      external: {
        ...{ uri: link, title: 'Version 1.4', description: 'About Version 1.4' },
        thumb: { $type: 'blob', mimeType: 'image/png', size: samplePng().length },
      },
    });
    expect(asked).not.toContain('/other');
  });

  test('is shown by a dry run, which reads a page once a minute', async () => {
    const link = serve('/preview', page('Preview', 'https://example.org/p.png'));
    const before = asked.length;
    for (let time = 0; time < 3; time += 1) {
      const { bluesky, mastodon } = await dryRun(`See ${link}`);
      const card = { url: link, title: 'Preview', description: 'About Preview', picture: true };
      expect(bluesky).toMatchObject({ ok: true, state: 'ready', card });
      expect(mastodon.card).toBeUndefined();
    }
    expect(asked.slice(before)).toEqual(['/preview']);
  });

  test('gets none beside files', async () => {
    const picture = serve('/own.png', samplePng(), { 'content-type': 'image/png' });
    const link = serve('/beside', page('Beside'));
    const { embed, note } = await publish(`${uniqueText('File')} ${link}`, { media: [{ url: picture, alt: '' }] });
    expect([embed?.$type, note]).toEqual(['app.bsky.embed.images', undefined]);
    expect(asked).not.toContain('/beside');
  });

  test('may be written in another encoding, and redirect', async () => {
    serve('/latin', Buffer.from(page('Größe'), 'latin1'), { 'content-type': 'text/html; charset=iso-8859-1' });
    pages.set('/moved', (_request, response) => response.writeHead(301, { location: '/latin' }).end());
    const { embed } = await publish(`${uniqueText('Moved')} ${url}/moved`);
    expect(embed?.external).toMatchObject({ uri: `${url}/moved`, title: 'Größe' });
  });

  test.each<[string, () => string, RegExp]>([
    ['is missing', () => `${url}/missing`, /answered 404/],
    ['is not HTML', () => serve('/data', '{}', { 'content-type': 'application/json' }), /is not HTML/],
    ['has no title', () => serve('/untitled', '<p>Hello'), /has no title/],
    ['is private', () => 'http://10.0.0.1/', /not on the public internet/],
    ['is at another port', () => 'https://example.org:8443/', /ports 80 or 443/],
  ])('that %s leaves the post without a card, and the result says so', async (_what, address, reason) => {
    const link = address();
    const { embed, note } = await publish(`${uniqueText('None')} ${link}`);
    expect([embed, note]).toEqual([undefined, expect.stringMatching(/^The link has no card: the page /)]);
    const { bluesky, mastodon } = await dryRun(`${uniqueText('None')} ${link}`);
    expect(bluesky.noCard).toMatch(/^The link would have no card: the page /);
    expect([bluesky.note, mastodon.noCard]).toEqual([bluesky.noCard, undefined]);
    expect(note).toMatch(reason);
    expect((await dryRun(`See ${link}`)).bluesky).toMatchObject({ ok: true, note: expect.stringMatching(reason) });
  });

  test.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    [
      'has no end',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write(`<p>${'x'.repeat(8_192)}`), 5);
        response.on('close', () => clearInterval(timer));
      },
    ],
    [
      'redirects to a private address',
      (_request, response) => response.writeHead(302, { location: 'http://192.168.1.1/' }).end(),
    ],
  ])('whose page %s leaves the post without a card', async (what, answer) => {
    const path = `/slow-${what.replaceAll(' ', '-')}`;
    pages.set(path, answer);
    const { embed, note } = await publish(`${uniqueText('Slow')} ${url}${path}`);
    expect([embed, note]).toEqual([undefined, expect.stringContaining('The link has no card')]);
  });

  test.each([
    ['is missing', '/no-picture.png'],
    ['is no picture', '/words.png'],
    ['is at a private address', 'http://10.0.0.1/a.png'],
    ['is no address', 'javascript:alert(1)'],
  ])('gets a card without the picture of a page where that %s', async (_what, picture) => {
    serve('/words.png', 'words', { 'content-type': 'image/png' });
    const link = serve(`/p-${picture.length}`, page('Without', picture));
    const { embed } = await publish(`${uniqueText('Without')} ${link}`);
    expect(embed?.external).toEqual({ uri: link, title: 'Without', description: 'About Without' });
  });
});
