import { api } from '../../api/client.ts';

/** Returns the next free slot of a profile (RFC 3339); null where it has none, undefined until it is known. */
export function useNextSlot(profile: string): string | null | undefined {
  const reading = api.useQuery('get', '/api/v1/slots', { params: { query: { profile, free: true, limit: 1 } } });
  return reading.data && (reading.data.slots[0]?.at ?? null);
}
