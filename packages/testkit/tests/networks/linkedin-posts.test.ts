import { samplePng, startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { MP4_HEAD } from '../../../platforms/tests/support/media-samples.ts';

const SOCIAL_PROFNET_SCOPES = 'openid profile email w_member_social w_organization_social rw_organization_admin';
const { stack, workspace } = useStack({ env: { SOCIAL_PROFNET_SCOPES }, connect: ['profnet'] });
const files = useResource(startFileServer);

async function publish(body: object, platforms = ['profnet']) {
  const answer = await workspace.publish({ platforms, ...body });
  const posts = await stack.sandbox.posts('linkedin');
  return { results: answer.body.platformResults, post: posts.at(-1) };
}

function servePage(path: string) {
  files.serve('/card.png', { body: samplePng() });
  const body = '<title>Version 1.4</title><meta property="og:image" content="card.png">';
  return files.serve(path, { body, headers: { 'content-type': 'text/html' } });
}

test('a link has a card on LinkedIn, which a dry run shows', async () => {
  const link = servePage('/notes');
  const text = `${uniqueText('Out now')} ${link}`;
  const checked = await workspace.api('POST', '/api/v1/posts?dryRun=true', { body: { text, platforms: ['profnet'] } });
  const card = { url: link, title: 'Version 1.4', description: '' };
  expect(checked.body.platformResults.profnet).toMatchObject({ state: 'ready', card: { ...card, picture: true } });
  const { results, post } = await publish({ text });
  expect(results.profnet).toMatchObject({ ok: true, state: 'published' });
  expect(post).toMatchObject({ text, card: { ...card, picture: expect.stringMatching(/^[0-9a-f]{64}$/) } });
});

test('a video goes to LinkedIn, and its mediaUrls stay pictures', async () => {
  const clip = files.serve('/clip.mp4', { body: Buffer.concat([MP4_HEAD, Buffer.alloc(80_000)]) });
  const { results, post } = await publish({ text: uniqueText('Moving'), media: [{ url: clip }] });
  expect(results.profnet).toMatchObject({ ok: true, state: 'published' });
  expect(post?.media).toMatchObject([{ type: 'video/mp4' }]);
  const old = await publish({ text: uniqueText('Still'), mediaUrls: [clip] });
  expect(old.results.profnet).toMatchObject({
    ok: true,
    note: expect.stringMatching(/^Left out on LinkedIn: 1 video\. /),
  });
});

test('the page of an organization is an account of its own, and the member stays the default', async () => {
  const browser = await workspace.browser();
  await browser.authorize('profnet');
  const { options } = (await browser.visit('GET', '/api/connect/profnet/options')).body;
  expect(options.map(({ type }: { type: string }) => type)).toEqual(['personal', 'organization']);
  const confirmed = await browser.visit('POST', '/api/connect/profnet/confirm', { body: { option: options[1] } });
  expect(confirmed.status).toBe(201);
  const { profnet } = (await workspace.api('GET', '/api/connect/status')).body;
  expect(profnet.accounts).toMatchObject([
    { isDefault: true, displayName: 'Sandbox Owner' },
    { isDefault: false, displayName: 'Sandbox Company', name: 'sandbox-company' },
  ]);
  const text = uniqueText('From all of us');
  const { results, post } = await publish({ text }, ['profnet:sandbox-company']);
  expect(results['profnet:sandbox-company']).toMatchObject({ ok: true, account: '@sandbox_company' });
  expect(post).toMatchObject({ text, account: 'sandbox_company' });
  const own = await publish({ text: uniqueText('From me') });
  expect(own.post).toMatchObject({ account: 'sandbox_owner' });
});

test('a dry run refuses a mention of a page by another name than its own, and a post mentions it by that', async () => {
  const page = 'urn:li:organization:5515715';
  const wrong = { text: `${uniqueText('Thanks to')} @[Sandbox Co](${page})`, platforms: ['profnet'] };
  const error = expect.stringContaining('is "Sandbox Company", not "Sandbox Co"; correct it');
  const problem = { platformResults: { profnet: { ok: false, code: 'invalid_request', error } } };
  expect((await workspace.publish({ ...wrong, dryRun: true })).body).toMatchObject(problem);
  expect((await workspace.publish(wrong)).body).toMatchObject(problem);
  const start = uniqueText('Thanks to');
  const { results, post } = await publish({ text: `${start} @[Sandbox Company](${page})` });
  expect(results.profnet).toMatchObject({ ok: true });
  expect(post).toMatchObject({ text: `${start} Sandbox Company`, labels: ['mentions Sandbox Company'] });
});
