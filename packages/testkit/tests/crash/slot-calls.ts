import { expect } from 'vitest';
import type { CrashWorld, RunningServer } from './crash-world.ts';
import type { MadeCall } from './load.ts';

/** Gives the default profile of the first workspace weekly times in UTC. */
export async function setSlots(server: RunningServer, times: readonly object[]): Promise<void> {
  const api = server.workspaces[0]?.api ?? expect.fail('there is no workspace');
  const { profiles } = (await api('GET', '/api/profiles')).body;
  const set = await api('PUT', `/api/profiles/${profiles[0].id}/slots`, { body: { timeZone: 'UTC', times } });
  expect(set.status).toBe(200);
}

/** A call for the next free slot of the first workspace. */
export function slotCall(key: string): MadeCall {
  const body = { text: key, platforms: ['profnet'], slot: 'next' };
  return { workspace: 0, kind: 'schedule', method: 'POST', path: '/api/v1/posts', key, body, answer: null };
}

/** The time that a call was given, as an instant. */
export function slotOf({ answer, key }: MadeCall): string {
  if (answer?.status !== 201) return expect.fail(`${key} was answered with ${answer?.status} ${answer?.text}`);
  return new Date(JSON.parse(answer.text).scheduledFor).toISOString();
}

/** Reads which post has which slot: its text and its time, by the time. */
export async function storedSlots(world: CrashWorld): Promise<{ text: string; due_at: string }[]> {
  return world.query("select text, due_at from post where from_slot = 1 and status <> 'canceled' order by due_at");
}

/** Cancels the post of a call, so that it waits no longer. */
export async function cancel(server: RunningServer, { answer }: MadeCall): Promise<void> {
  const { id } = JSON.parse(answer?.text ?? '{}');
  const canceled = await server.workspaces[0]?.api('DELETE', `/api/v1/posts/${id}`);
  expect(canceled?.body.status).toBe('canceled');
}
