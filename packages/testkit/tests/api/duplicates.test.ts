import { type Stack, startStack, uniqueText, type Workspace } from '@social/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let stack: Stack;
let workspace: Workspace;

beforeAll(async () => {
  stack = await startStack();
  workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
});

afterEach(() => stack.sandbox.clearFaults());
afterAll(() => stack.close());

function publish(text: string, platform: string) {
  return workspace.api('POST', '/api/v1/posts', { body: { text, platforms: [platform] } });
}

const accepted = async (network: string, text: string) =>
  (await stack.sandbox.posts(network)).filter((post) => post.text === text);

test('a duplicate answer after a lost one is a success when the account shows the post', async () => {
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

test('a duplicate answer that means another post of this server is a failure', async () => {
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

test('a duplicate answer that names a post which cannot be read is a failure that names it', async () => {
  const text = uniqueText('Named');
  const { body: first } = await publish(text, 'profnet');
  const { body } = await publish(text, 'profnet');
  expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'failed', code: 'duplicate_content' });
  expect(body.platformResults.profnet.error).toContain(first.platformResults.profnet.platformPostId);
});
