import { useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { everyDay, instantOf, profileWithSlots, slotsOf, takeSlot } from './slots.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });

test('callers of several servers never get the same slot, while others cancel', async () => {
  const { slug } = await profileWithSlots(workspace, everyDay('09:00', '12:00', '18:00'));
  const apis = [workspace.api, (await stack.startReplica()).apiOf(workspace)];
  const take = (count: number) => Array.from({ length: count }, (_, n) => takeSlot(apis[n % 2] ?? workspace.api, slug));
  const first = await Promise.all(take(20));
  expect(new Set(first.map(({ body }) => body.scheduledFor)).size).toBe(20);
  const canceled = first.slice(0, 10).map(({ body }) => apis[1]?.('DELETE', `/api/v1/posts/${body.id}`));
  const [second] = await Promise.all([Promise.all(take(10)), Promise.all(canceled)]);
  const times = [...first.slice(10), ...second].map(({ body }) => instantOf(body.scheduledFor));
  expect(new Set(times).size).toBe(20);
  const taken = (await slotsOf(workspace.api, slug, '&limit=100')).filter(({ free }) => !free);
  expect(taken.map(({ at }) => instantOf(at))).toEqual(times.toSorted());
});
