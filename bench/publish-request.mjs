import { randomUUID } from 'node:crypto';
import { headersOf, platform } from './connections.mjs';

/** Builds a publish to one platform, by the default profile unless one is named, with an Idempotency-Key unless told otherwise. */
export function buildPublish({ workspace }, { profile, isKeyless = false } = {}) {
  // Networks refuse a text that they have just published.
  const key = randomUUID();
  const text = `Release ${key} is out, with notes on the website.`;
  const headers = { ...headersOf(workspace), ...(!isKeyless && { 'idempotency-key': key }) };
  return {
    method: 'POST',
    path: '/api/v1/posts',
    headers,
    body: JSON.stringify({ text, platforms: [platform], profile: profile?.slug }),
  };
}
