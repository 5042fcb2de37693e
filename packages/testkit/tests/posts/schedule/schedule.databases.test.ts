import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const MINUTE = 60_000;

// The networks issue access tokens by the host's clock, so this clock must be close to it.
const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

const inMinutes = (minutes: number) => new Date(clock.now() + minutes * MINUTE).toISOString();

function schedule(minutes: number, more: object = {}) {
  const body = { text: uniqueText('Scheduled'), platforms: ['profnet'], scheduledFor: inMinutes(minutes), ...more };
  return workspace.publish(body);
}

test('posts of one account that wait for each other go out in the order of their times, then of their creation', async () => {
  const minutes = [3, 1, 2, 2, 1, 3, 2, 1];
  const made = [];
  for (const minute of minutes) made.push((await schedule(minute, { platforms: ['microblog'] })).body);
  clock.advance(5 * MINUTE);
  for (const { id } of made) await workspace.untilPost(id, { status: 'published' });
  const texts = made.map(({ text }) => text);
  const sent = (await stack.sandbox.posts('x')).map(({ text }) => text).filter((text) => texts.includes(text));
  const expected = made
    .map(({ text }, index) => ({ text, minute: minutes[index] ?? 0 }))
    .toSorted((a, b) => a.minute - b.minute);
  expect(sent).toEqual(expected.map(({ text }) => text));
});

test('moving a post while it is being sent either works or is refused; a moved post is not sent before its new time', async () => {
  const made = await Promise.all(Array.from({ length: 12 }, () => schedule(5)));
  clock.advance(5 * MINUTE);
  const scheduledFor = inMinutes(600);
  const answers = await Promise.all(
    made.map(async ({ body }, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 25));
      const move = await workspace.api('PATCH', `/api/v1/posts/${body.id}`, { body: { scheduledFor } });
      return { id: body.id, move };
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  for (const { id, move } of answers) {
    expect([200, 409]).toContain(move.status);
    if (move.status === 200) {
      expect((await workspace.readPost(id)).status).toBe('scheduled');
      await workspace.api('DELETE', `/api/v1/posts/${id}`);
    } else {
      await workspace.untilPost(id, { status: 'published' });
    }
  }
});
