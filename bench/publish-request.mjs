import { randomUUID } from 'node:crypto';
import { headersOf, platform } from './connections.mjs';

/** Builds a publish to one platform with an Idempotency-Key, by the default profile unless one is named. */
export function buildPublish({ workspace }, profile) {
  // Networks refuse a text that they have just published.
  const key = randomUUID();
  const text = `Release ${key} is out, with notes on the website.`;
  const headers = { ...headersOf(workspace), 'idempotency-key': key };
  return {
    method: 'POST',
    path: '/api/v1/posts',
    headers,
    body: JSON.stringify({ text, platforms: [platform], profile: profile?.slug }),
  };
}
