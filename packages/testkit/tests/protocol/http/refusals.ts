import type { Stack, Workspace } from '@social/testkit';
import { expect } from 'vitest';
import type { RawAnswer } from './raw-http.ts';

/** Checks an error answer that may come from below the API: status, JSON form, no internal details. */
export function expectErrorAnswer(answer: RawAnswer, statuses: readonly number[]): void {
  expect(statuses, `answered ${answer.status} ${answer.text}`).toContain(answer.status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('social-version')).toMatch(/^\d+\.\d+\.\d+/);
  const body = JSON.parse(answer.text) as Record<string, unknown>;
  expect(body).toMatchObject({
    error: expect.stringMatching(/^[^\n<>]+$/),
    code: expect.stringMatching(/^[a-z_]+$/),
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(answer.text).not.toMatch(/\bat .+:\d+:\d+/);
}

/** State that a refused call must not change. */
export interface Traces {
  readonly posts: number;
  readonly balance: number;
  readonly held: number;
  readonly transactions: number;
  readonly logged: number;
  readonly profiles: readonly string[];
  readonly keys: readonly string[];
  /** Requests that change something at a network. */
  readonly effects: number;
}

/** Reads everything that a call may leave behind, here and at the networks. */
export async function readTraces({ sandbox }: Stack, { api }: Workspace): Promise<Traces> {
  const posts = await api('GET', '/api/v1/posts');
  const usage = await api('GET', '/api/usage');
  const logs = await api('GET', '/api/logs?limit=1');
  const profiles = await api('GET', '/api/profiles');
  const keys = await api('GET', '/api/keys');
  const requests = await sandbox.requests();
  return {
    posts: posts.body.posts.length,
    balance: usage.body.credits.balance,
    held: usage.body.credits.held,
    transactions: usage.body.recentTransactions.length,
    logged: logs.body.total,
    profiles: profiles.body.profiles.map(({ slug, name }: { slug: string; name: string }) => `${slug} ${name}`),
    keys: keys.body.keys.map(({ id }: { id: string }) => id).sort(),
    effects: requests.filter(({ operation }) => ['publish', 'delete', 'action', 'upload'].includes(operation)).length,
  };
}
