import { samplePng, startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['bluesky'] });
const files = useResource(() => startFileServer());

/** Publishes a post that the network does not get. */
async function publishInVain(more: object = {}) {
  await stack.sandbox.fault({ network: 'bluesky', operation: 'publish', kind: 'drop' });
  const { body } = await workspace.publish({ text: uniqueText('Unsent'), platforms: ['bluesky'], ...more });
  expect(body.platformResults.bluesky).toMatchObject({ state: 'unknown' });
  return { id: body.id as string, text: body.text as string };
}

/** Leaves the target as a process does that dies before it has stored a checkpoint, and starts the server again. */
async function leaveUnsent(id: string, minutesAgo: number) {
  const at = new Date(clock.now() - minutesAgo * 60_000).toISOString();
  await stack.query(`update post set status = 'publishing' where id = '${id}'`);
  await stack.query(
    `update post_target set state = 'sending', checkpoint = null, error = null, code = null, due_at = null,
     sent_at = '${at}', updated_at = '${at}' where post_id = '${id}'`,
  );
  await stack.restart();
}

const accepted = async (text: string) => (await stack.sandbox.posts('bluesky')).filter((post) => post.text === text);

test('a post that begins again without its file fails at once', async () => {
  const url = files.serve('/a.png', { body: samplePng() });
  const { id, text } = await publishInVain({ media: [{ url }] });
  files.serve('/a.png', { status: 404, body: 'gone' });
  await leaveUnsent(id, 1);
  const { platformResults } = await workspace.untilPost(id, { platformResults: { bluesky: { state: 'failed' } } });
  expect(platformResults.bluesky).toMatchObject({ ok: false, code: 'media_unreachable', credits: 0 });
  expect(await accepted(text)).toEqual([]);
});

test('a post that begins again counts from then on: what its outcome promises is done', async () => {
  const { id, text } = await publishInVain();
  await stack.sandbox.fault({ network: 'bluesky', operation: 'publish', kind: 'drop' });
  await leaveUnsent(id, 20);
  const { platformResults } = await workspace.untilPost(id, { platformResults: { bluesky: { state: 'unknown' } } });
  expect(platformResults.bluesky.error).toContain('the server continues this publish until');
  expect(await accepted(text)).toEqual([]);
  clock.advance(65_000);
  await workspace.untilPost(id, { platformResults: { bluesky: { state: 'published', ok: true } } });
  expect(await accepted(text)).toHaveLength(1);
});
