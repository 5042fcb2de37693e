import { uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const { stack } = useStack({ config: { upstreamTimeoutMs: 1_500 } });

const publish = (workspace: Workspace, platform: string, text = uniqueText('Unsure')) =>
  workspace.publish({ text, platforms: [platform] });

test('a platform that hangs delays only later posts of the same account, which go out in their order', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'slow', delayMs: 500 });
  const texts = Array.from({ length: 4 }, (_, index) => uniqueText(`Order ${index}`));
  const publishing: ReturnType<typeof publish>[] = [];
  for (const text of texts) {
    publishing.push(publish(workspace, 'microblog', text));
    // Each post is stored before the next call, because two concurrent calls can overtake each other.
    await vi.waitFor(async () => {
      expect(await stack.query(`select id from post where text = '${text}'`)).toHaveLength(1);
    }, 15_000);
  }
  const answers = await Promise.all(publishing);
  expect(answers.map(({ body }) => body.platformResults.microblog.ok)).toEqual([true, true, true, true]);
  const order = (await stack.sandbox.posts('x')).map(({ text }) => text).filter((text) => texts.includes(text));
  expect(order).toEqual(texts);
});

test('an unknown outcome that is resolved several times at once is resolved once', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'timeout' });
  const { body: post } = await publish(workspace, 'profnet');
  const answers = await Promise.all(
    ['urn:li:share:1', 'urn:li:share:2', 'urn:li:share:3'].map((published) =>
      workspace.api('POST', `/api/v1/posts/${post.id}/resolve`, { body: { platform: 'profnet', published } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await workspace.credits()).toMatchObject({ balance: 9999, held: 0 });
});

test('of two posts that are resolved at once with one post of the network, one gets it', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const posts: { id: string }[] = [];
  for (let post = 0; post < 2; post += 1) {
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'timeout' });
    posts.push((await publish(workspace, 'profnet')).body);
  }
  const body = { platform: 'profnet', published: 'urn:li:share:7141138937766391808' };
  const answers = await Promise.all(
    posts.map(({ id }) => workspace.api('POST', `/api/v1/posts/${id}/resolve`, { body })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await workspace.credits()).toMatchObject({ balance: 9999, held: 1 });
});

test('retrying a post in parallel sends each platform once', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'rate-limit' });
  const { body } = await publish(workspace, 'microblog');
  const seen = await watchRequests(stack);
  await Promise.all(Array.from({ length: 5 }, () => workspace.api('POST', `/api/v1/posts/${body.id}/retry`)));
  expect(await seen('publish')).toHaveLength(1);
  expect(await workspace.credits()).toMatchObject({ balance: 9997, held: 0, used: 3 });
});
