import { useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';
import { useDesk } from '../../src/programs/use-desk.ts';
import { samplePng, startFileServer } from '../../src/servers/file-server.ts';
import { useResource } from '../../src/stack/use-stack.ts';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });
const desk = useDesk(stack, workspace);
const files = useResource(startFileServer);

const itemOf = (title: string, id: string) =>
  `<item><title>${title}</title><link>/${id}</link><guid>${id}</guid><pubDate>${new Date().toUTCString()}</pubDate></item>`;
const serve = (path: string, ...items: string[]) =>
  files.serve(path, { body: `<rss version="2.0"><channel><title>Notes</title>${items.join('')}</channel></rss>` });
const published = async (text: string) =>
  (await stack.sandbox.posts()).filter((post) => post.text.includes(text)).map(({ network }) => network);

beforeAll(() => desk.write({}));

test('an item is published once, by machines that run at the same time, and when it is edited', async () => {
  const url = serve('/notes.xml', itemOf('First note', 'n1'), itemOf('Second note', 'n2'));
  const args = ['feed', url, '--to', 'profnet,microblog', '--json'];
  const runs = await Promise.all(Array.from({ length: 3 }, () => desk.social(args)));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect((await published('First note')).toSorted()).toEqual(['linkedin', 'x']);
  expect((await published('Second note')).toSorted()).toEqual(['linkedin', 'x']);

  serve('/notes.xml', itemOf('Third note', 'n3'), itemOf('First note, corrected', 'n1'));
  const after = await desk.social([...args, '--template', '{title}']);
  expect(after.code).toBe(0);
  expect(JSON.parse(after.stdout)).toMatchObject([{ action: 'skip' }, { action: 'create', credits: 4 }]);
  expect(await published('corrected')).toEqual([]);
  expect((await published('Third note')).toSorted()).toEqual(['linkedin', 'x']);
});

test('an item becomes one draft, and nothing more once that was approved', async () => {
  const url = serve('/drafts.xml', itemOf('A note to approve', 'd1'));
  const args = ['feed', url, '--to', 'profnet', '--json'];
  const first = await desk.social([...args, '--draft']);
  expect(JSON.parse(first.stdout)).toMatchObject([{ action: 'create', note: expect.stringContaining('/drafts/') }]);
  const again = await desk.social([...args, '--draft']);
  expect(JSON.parse(again.stdout)).toMatchObject([
    { action: 'skip', note: expect.stringContaining('already a draft') },
  ]);
  expect(await published('A note to approve')).toEqual([]);

  const { body } = await workspace.api('GET', '/api/v1/drafts');
  const [draft] = body.drafts as { id: string; updatedAt: string }[];
  await workspace.api('POST', `/api/v1/drafts/${draft?.id}/approve`, { body: { ifUpdatedAt: draft?.updatedAt } });
  expect(JSON.parse((await desk.social(args)).stdout)).toMatchObject([{ action: 'skip', outcome: 'published' }]);
  expect(await published('A note to approve')).toEqual(['linkedin']);
});

test('what failed is left alone for an hour, and its run says so', async () => {
  const url = serve('/failing.xml', itemOf('A note that fails', 'f1'));
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  const args = ['feed', url, '--to', 'profnet', '--json'];
  expect(await desk.social(args)).toMatchObject({ code: 1 });
  const again = await desk.social(args);
  expect(again.code).toBe(1);
  expect(again.stdout).toMatch(/failed before: profnet; sent again from /);
  expect(await published('A note that fails')).toEqual([]);
});

test.each([
  ['later', 1],
  ['earlier', -1],
])('a second item with the guid of one that went out is published, dated %s', async (when, hours) => {
  const dated = (title: string, hoursAfter: number) =>
    itemOf(`${title} dated ${when}`, title)
      .replace(/<guid>.*<\/guid>/, '<guid>shared</guid>')
      .replace(
        /<pubDate>.*<\/pubDate>/,
        `<pubDate>${new Date(Date.now() + (hoursAfter - 2) * 3_600_000).toUTCString()}</pubDate>`,
      );
  const [one, other] = [dated('One', 0), dated('Other', hours)];
  const args = ['feed', serve(`/shared-${when}.xml`, one), '--to', 'profnet', '--json'];
  expect(JSON.parse((await desk.social(args)).stdout)).toMatchObject([{ action: 'create' }]);
  serve(`/shared-${when}.xml`, one, other);
  const runs = await Promise.all([desk.social(args), desk.social(args)]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(await published(`One dated ${when}`)).toEqual(['linkedin']);
  expect(await published(`Other dated ${when}`)).toEqual(['linkedin']);
});

test('items with one guid become drafts, each once', async () => {
  const [one, other] = ['x', 'y'].map((id) => itemOf(`Draft ${id}`, id).replace(/<guid>.*<\/guid>/, '<guid>d</guid>'));
  const args = ['feed', serve('/shared-drafts.xml', one ?? '', other ?? ''), '--to', 'profnet', '--draft', '--json'];
  for (const action of ['create', 'skip']) {
    expect(JSON.parse((await desk.social(args)).stdout)).toMatchObject([{ action }, { action }]);
  }
  const { body } = await workspace.api('GET', '/api/v1/drafts');
  const drafts = (body.drafts as { id: string; text: string; updatedAt: string }[]).filter(({ text }) =>
    /^Draft [xy]/.test(text),
  );
  expect(drafts).toHaveLength(2);
  for (const { id, updatedAt } of drafts) {
    await workspace.api('POST', `/api/v1/drafts/${id}/approve`, { body: { ifUpdatedAt: updatedAt } });
  }
  const after = JSON.parse((await desk.social([...args, '--to', 'microblog'])).stdout);
  expect(after.map(({ action, platforms }: Record<string, unknown>) => [action, platforms])).toEqual([
    ['create', ['microblog']],
    ['create', ['microblog']],
  ]);
  expect(await published('Draft x')).toEqual(['linkedin']);
});

test('a platform that is added later gets the new items, and the others nothing again', async () => {
  const url = serve('/added.xml', itemOf('An item for more networks', 'added'));
  const args = ['feed', url, '--json', '--to'];
  await desk.social([...args, 'profnet']);
  const runs = await Promise.all(Array.from({ length: 3 }, () => desk.social([...args, 'profnet,microblog'])));
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect((await published('An item for more networks')).toSorted()).toEqual(['linkedin', 'x']);
  const after = await desk.social([...args, 'microblog,profnet']);
  expect(JSON.parse(after.stdout)).toMatchObject([{ action: 'skip', note: 'already published' }]);
});

test('an item has one picture of a group, with an alternative text of any length', async () => {
  const [small, large] = [1, 2].map((shade) => files.serve(`/picture-${shade}`, { body: samplePng(shade) }));
  const group = `<media:group><media:content url="${small}" width="9"/><media:content url="${large}" width="99"/><media:description>${'A long text. '.repeat(140)}</media:description></media:group>`;
  const url = serve('/pictures.xml', itemOf('A note with a picture', 'pictures').replace('</item>', `${group}</item>`));
  const { stdout, stderr } = await desk.social(['feed', url, '--to', 'microblog', '--media', '--json']);
  expect(stderr).toContain(`the alternative text of ${large} is cut to 1000 characters`);
  const [{ postId, outcome }] = JSON.parse(stdout);
  expect(outcome).toBe('published');
  const { body } = await workspace.api('GET', `/api/v1/posts/${postId}`);
  expect(body.media).toEqual([{ url: large, alt: expect.stringMatching(/^A long text\. .* …$/) }]);
  const [post] = (await stack.sandbox.posts()).filter(({ text }) => text.includes('A note with a picture'));
  expect(post?.media).toHaveLength(1);
});
