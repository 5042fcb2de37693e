import type { Schema } from '@social/types';
import { api, client } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';

/** A key in the list, without its secret. */
export type ListedKey = Schema<'ListedKey'>;

/** Every active key of the workspace. */
export function useKeys() {
  return api.useQuery('get', '/api/keys', {}, { select: ({ keys }) => keys });
}

/** Creates a key. Only `onCreated` receives the secret, because a mutation would keep its result in a cache. */
export function useCreateKey(onCreated: (created: Schema<'NewKey'>) => void) {
  return useChange(async (name: string) => onCreated(await client.keys.createKey({ name })), '/api/keys');
}

/** Revokes a key by its id. */
export function useRevokeKey() {
  return useChange((keyId: string) => client.keys.revokeKey({ keyId }), '/api/keys');
}
