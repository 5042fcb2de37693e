import type { NetworkId } from '@social/sandbox';
import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

function publish(text: string, platform: string) {
  return workspace.publish({ text, platforms: [platform] });
}

const accepted = async (network: NetworkId, text: string) =>
  (await stack.sandbox.posts(network)).filter((post) => post.text === text);

test('a duplicate error after a lost answer is a success when the account shows the post', async () => {
  const text = uniqueText('Lost and found');
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'accept-then-error', times: 1 });
  await stack.sandbox.fault({ network: 'x', operation: 'read', kind: 'server-error', times: 20 });
  const { body: lost } = await publish(text, 'microblog');
  expect(lost.platformResults.microblog).toMatchObject({ ok: false, state: 'unknown' });
  const resolve = { body: { platform: 'microblog', published: false } };
  await workspace.api('POST', `/api/v1/posts/${lost.id}/resolve`, resolve);
  await stack.sandbox.clearFaults();

  const { body } = await workspace.api('POST', `/api/v1/posts/${lost.id}/retry`);
  const [post] = await accepted('x', text);
  expect(body.platformResults.microblog).toMatchObject({ ok: true, platformPostId: post?.id, credits: 3 });
  expect(await accepted('x', text)).toHaveLength(1);
});

test('a duplicate error about another post of this server is a failure', async () => {
  const text = uniqueText('Said twice');
  expect((await publish(text, 'microblog')).body.platformResults.microblog).toMatchObject({ ok: true });
  const { body } = await publish(text, 'microblog');
  expect(body.platformResults.microblog).toMatchObject({
    ok: false,
    state: 'failed',
    code: 'duplicate_content',
    credits: 0,
  });
  expect(await accepted('x', text)).toHaveLength(1);
});

test('a duplicate error about a post that cannot be read is a failure that names the post', async () => {
  const text = uniqueText('Named');
  const { body: first } = await publish(text, 'profnet');
  const { body } = await publish(text, 'profnet');
  expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', code: 'duplicate_content' });
  expect(body.platformResults.profnet.error).toContain(first.platformResults.profnet.platformPostId);
});
