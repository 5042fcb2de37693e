import { samplePng, uniqueText } from '@social/testkit';
import { networkFacts } from '@social/types';
import { expect } from 'vitest';
import { social } from '../../../cli/tests/support/social.ts';
import { test } from '../dashboard/support/browser-test.ts';
import { beginComposition } from '../dashboard/support/composition.ts';
import type { DashboardServer } from '../dashboard/support/dashboard-server.ts';
import { quickConnect } from '../dashboard/support/quick-connect.ts';
import type { Visitor } from '../dashboard/support/visitor.ts';

// Only the copy of the repository to which it was added knows it.
const GLYPH = `svg.glyph path[d="${networkFacts('quillpond')?.glyph}"]`;
/** One character more than a note may have. */
const TOO_LONG = 'q'.repeat(241);

/** What the made-up network has accepted with this text. */
async function acceptedBy({ sandbox }: DashboardServer, text: string) {
  const posts = await sandbox.posts();
  return posts.filter((post) => post.text === text).map(({ network, media }) => ({ network, media }));
}

/** Makes a key for the command. */
async function variablesFor({ context }: Visitor, { url }: DashboardServer) {
  const { rawKey } = await (await context.request.post('/api/keys', { data: { name: 'Command' } })).json();
  return { SOCIAL_BASE_URL: url, SOCIAL_API_KEY: rawKey };
}

test('is listed as connectable, and connects on its card', async ({ visitor, server }) => {
  await visitor.signUp();
  const { body } = await visitor.read('/api/v1/platforms');
  const platforms = body['platforms'] as { id: string }[];
  expect(platforms.find(({ id }) => id === 'quillpond')).toMatchObject({
    ...{ label: 'Quillpond', configured: true, connectWith: 'browser' },
    ...{ text: { max: 240 }, media: { images: 1, imageTypes: ['image/png'] } },
  });
  await visitor.connect('Quillpond');
  expect(await visitor.card('Quillpond').locator(GLYPH).count()).toBe(1);
  expect(await server.sandbox.posts()).toEqual([]);
});

test('gets a post of the command once, and shows it at the address that the command prints', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  await visitor.enroll();
  await quickConnect(visitor, server.sandbox, { platforms: ['quillpond'] });
  const env = await variablesFor(visitor, server);
  const text = uniqueText('By the command');
  const sent = await social(['post', text, '--to', 'quillpond'], { env });
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  expect(await acceptedBy(server, text)).toEqual([{ network: 'quillpond', media: [] }]);
  const listed = await social(['sandbox', 'posts', '--network', 'quillpond'], { env });
  expect(JSON.parse(listed.stdout).posts).toContainEqual(expect.objectContaining({ network: 'quillpond', text }));

  await page.goto(JSON.parse(sent.stdout).platformResults.quillpond.url);
  await page.getByRole('article').getByText(text).waitFor();
  await page.goto(`${server.sandboxUrl}/?network=quillpond`);
  await page.getByRole('article').filter({ hasText: text }).getByText('Sandbox Owner').waitFor();
  await page.getByRole('link', { name: 'Quillpond' }).first().getByText('1 post').waitFor();
});

test('gets a post with a described picture from the composer, under its name and glyph', async ({
  visitor,
  server,
}) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['quillpond', 'profnet'] });
  const text = uniqueText('By the composer');
  await composition.choose('Quillpond');
  const glyph = page.getByRole('group', { name: /^Publish to/ }).locator(GLYPH);
  expect(await glyph.count()).toBe(1);
  await composition.text.fill(text);
  await composition.add({ name: 'feather.png', mimeType: 'image/png', buffer: samplePng(9) });
  await composition.file('feather.png').getByLabel('Description for people').fill('A feather');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await visitor.seeHeading('Published');
  await visitor.seeText('1 of 1 published; 1 credit charged.');
  expect(await acceptedBy(server, text)).toMatchObject([{ network: 'quillpond', media: [{ type: 'image/png' }] }]);
  const address = await page.getByRole('link', { name: 'Open it on Quillpond' }).getAttribute('href');
  await page.goto(address ?? '');
  await page.getByRole('article').filter({ hasText: text }).getByRole('img', { name: 'A feather' }).waitFor();
});

test('gets no text that is too long: the dry run and the composer refuse it', async ({ visitor, server }) => {
  const { page } = visitor;
  const composition = await beginComposition(visitor, server, { platforms: ['quillpond'] });
  const env = await variablesFor(visitor, server);
  const refused = await social(['post', TOO_LONG, '--to', 'quillpond', '--dry-run'], { env });
  expect(refused).toMatchObject({ code: 2, stdout: expect.stringContaining('241 of 240 characters') });
  await composition.choose('Quillpond');
  await composition.text.fill(TOO_LONG);
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.getByRole('alert').getByText('Quillpond: The text is 1 character too long.').waitFor();
  expect(await acceptedBy(server, TOO_LONG)).toEqual([]);
});
