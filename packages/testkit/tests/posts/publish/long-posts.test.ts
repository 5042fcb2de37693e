import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';
import { openDesk } from '../../../src/programs/social-command.ts';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });
const BOTH = ['profnet', 'microblog'];
const longText = (length: number) => uniqueText('Long').padEnd(length, ' word').trim();

/** A workspace whose account at X has a subscription. */
async function withSubscriber() {
  const own = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.connectWith({ authorizeAs: 'sandbox_friend' }, own, 'microblog');
  return own;
}

test('an account without a subscription has 280 characters, and nothing is sent anywhere', async () => {
  const publishes = await watchRequests(stack);
  const { status, body } = await workspace.publish({ text: 'a'.repeat(5000), platforms: ['microblog'] });
  expect([status, body.error]).toEqual([400, expect.stringContaining('5000 of 280 characters')]);
  const scheduledFor = '2099-01-01T10:00:00Z';
  for (const timing of [{}, { scheduledFor }]) {
    const refused = await workspace.publish({ text: longText(1000), platforms: BOTH, ...timing });
    expect(refused).toMatchObject({ status: 400, body: { details: { platform: 'microblog', limit: 280 } } });
  }
  expect(await publishes('publish')).toEqual([]);
  expect((await workspace.connections()).microblog).not.toHaveProperty('text');
});

test('a subscriber publishes long posts, parts and comments of one request each', async () => {
  const own = await withSubscriber();
  expect((await own.connections()).microblog.text).toEqual({ max: 4000, unit: 'weighted' });
  const [text, part, comment] = [longText(3000), longText(2000), longText(1000)];
  const post = { text, platforms: BOTH, overrides: { microblog: { thread: [part] } }, comments: [comment] };
  const { body: dry } = await own.api('POST', '/api/v1/posts?dryRun=true', { body: post });
  expect(dry.platformResults.microblog).toMatchObject({ ok: true, characters: { count: 3000, max: 4000 } });
  const { body } = await own.publish(post);
  expect(body.platformResults.microblog.error).toBeUndefined();
  const sent = (await stack.sandbox.posts('x')).filter((each) => [text, part, comment].includes(each.text));
  expect(sent).toHaveLength(3);
});

test('a text that is too long for a subscriber, too, is refused by the limit of that account', async () => {
  const own = await withSubscriber();
  const { status, body } = await own.publish({ text: 'a'.repeat(4001), platforms: ['microblog'] });
  expect([status, body.error]).toEqual([400, expect.stringContaining('4001 of 4000 characters')]);
});

test('a lost answer to a long post is found again, and nothing is published twice', async () => {
  const own = await withSubscriber();
  const text = longText(900);
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  const { body } = await own.publish({ text, platforms: ['microblog'] });
  expect(body.platformResults.microblog).toMatchObject({ ok: true, state: 'published' });
  expect((await stack.sandbox.posts('x')).filter((each) => each.text === text)).toHaveLength(1);
});

test('the command fits a text to the account', async () => {
  for (const [own, max] of [
    [workspace, 280],
    [await withSubscriber(), 4000],
  ] as const) {
    await using desk = await openDesk(stack.url, own.apiKey);
    for (const [fit, parts] of [
      ['shorten', 1],
      ['thread', Math.ceil(4500 / max)],
    ] as const) {
      const args = ['post', longText(4500), '--to', 'microblog', '--fit', fit, '--dry-run', '--json'];
      const { microblog } = JSON.parse((await desk.social(args)).stdout).platformResults;
      expect(microblog.ok, `${fit} ${max}`).toBe(true);
      expect(microblog.characters.max).toBe(max);
      expect(microblog.parts?.length ?? 1).toBeGreaterThanOrEqual(parts);
    }
  }
});
