import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

function publish(platforms: string[]) {
  return workspace.publish({ text: uniqueText('Unsent'), platforms });
}

test('a rate limit that ends within seconds is waited for, and the post goes out once', async () => {
  const publishes = await watchRequests(stack);
  await stack.sandbox.fault({
    network: 'x',
    operation: 'publish',
    kind: 'rate-limit',
    times: 1,
    retryAfterSeconds: 1,
  });
  const { body } = await publish(['microblog']);
  expect(body.platformResults.microblog).toMatchObject({ ok: true, state: 'published', credits: 3 });
  expect((await publishes('publish')).map(({ status }) => status)).toEqual([429, 201]);
});

test('a longer rate limit is not waited for; the result names when it ends', async () => {
  const publishes = await watchRequests(stack);
  await stack.sandbox.fault({
    network: 'x',
    operation: 'publish',
    kind: 'rate-limit',
    times: 1,
    retryAfterSeconds: 600,
  });
  const { body } = await publish(['microblog']);
  expect(body.platformResults.microblog).toMatchObject({ ok: false, state: 'failed', retryable: true, credits: 0 });
  expect(body.platformResults.microblog.error).toMatch(/until \d\d:\d\d UTC/);
  expect(await publishes('publish')).toHaveLength(1);
});

test('an unknown outcome is never sent again, even when other platforms are retried', async () => {
  const publishes = await watchRequests(stack);
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  const { body } = await publish(['profnet']);
  expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'unknown', credits: 0 });
  expect(await publishes('publish')).toHaveLength(1);
});

test('a platform with a longer rate limit does not delay the results of the others', async () => {
  await stack.sandbox.fault({
    network: 'x',
    operation: 'publish',
    kind: 'rate-limit',
    times: 1,
    retryAfterSeconds: 2,
  });
  const answer = publish(['profnet', 'microblog']);
  const { body } = await answer;
  expect(body.platformResults).toMatchObject({ profnet: { ok: true }, microblog: { ok: true } });
  const [first] = await stack.query(
    `select t.platform from post_target t where t.post_id = '${body.id}' order by t.updated_at limit 1`,
  );
  expect(first).toMatchObject({ platform: 'profnet' });
});
