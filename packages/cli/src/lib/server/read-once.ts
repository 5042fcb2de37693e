import type { SocialClient } from '@social/sdk';

const reads = new WeakMap<SocialClient, Map<string, Promise<unknown>>>();

/** Reads something from the server once in a run, however many posts need it. A read that failed is done again. */
export function readOnce<Value>(client: SocialClient, name: string, read: () => Promise<Value>): Promise<Value> {
  const ofClient = reads.get(client) ?? new Map<string, Promise<unknown>>();
  reads.set(client, ofClient);
  const known = ofClient.get(name) as Promise<Value> | undefined;
  if (known !== undefined) return known;
  const reading = read();
  ofClient.set(name, reading);
  reading.catch(() => ofClient.delete(name));
  return reading;
}
