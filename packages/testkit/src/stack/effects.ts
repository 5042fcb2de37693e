import { randomUUID } from 'node:crypto';
import type { AcceptedPost, NetworkId, SeenRequest } from '@social/sandbox';
import type { Stack } from './stack.ts';
import type { Workspace } from './workspace.ts';

/** Everything that a call can change; two readings are equal if nothing happened between them. */
export interface Effects {
  readonly published: readonly AcceptedPost[];
  readonly requests: readonly SeenRequest[];
  readonly credits: object;
  readonly transactions: readonly object[];
  readonly posts: readonly object[];
  readonly drafts: readonly object[];
  readonly logged: number;
}

/** Reads everything that there is of a workspace and at the networks. */
export async function readEffects(stack: Stack, { api }: Workspace): Promise<Effects> {
  const usage = await api('GET', '/api/usage');
  const posts = await api('GET', '/api/v1/posts');
  const drafts = await api('GET', '/api/v1/drafts');
  const logs = await api('GET', '/api/logs?limit=1');
  return {
    published: await stack.sandbox.posts(),
    requests: await stack.sandbox.requests(),
    credits: usage.body.credits,
    transactions: usage.body.recentTransactions,
    posts: posts.body.posts,
    drafts: drafts.body.drafts,
    logged: logs.body.total,
  };
}

/** Returns a function that lists the requests that networks have seen since, of one operation or of all. */
export async function watchRequests(stack: Stack): Promise<(operation?: string) => Promise<SeenRequest[]>> {
  const before = (await stack.sandbox.requests()).length;
  return async (operation) =>
    (await stack.sandbox.requests()).slice(before).filter((request) => !operation || request.operation === operation);
}

/** Returns the texts of the posts that a network, or any, has accepted. */
export async function publishedTexts(stack: Stack, network?: NetworkId): Promise<string[]> {
  return (await stack.sandbox.posts(network)).map(({ text }) => text);
}

/** Returns a text that no other test publishes: networks refuse a text that they have seen. */
export function uniqueText(about: string): string {
  return `${about} ${randomUUID().slice(0, 13)}`;
}
