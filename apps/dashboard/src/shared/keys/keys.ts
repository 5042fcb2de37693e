import type { operations, Schema } from '@social/types';
import { api, client } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';

/** A key in the list, without its secret. */
export type ListedKey = Schema<'ListedKey'>;

/** A key as it is asked for. */
export type WantedKey = NonNullable<operations['createKey']['requestBody']>['content']['application/json'];

/** Every active key of the workspace. */
export function useKeys() {
  return api.useQuery('get', '/api/keys', {}, { select: ({ keys }) => keys });
}

/** Creates a key. Only `onCreated` receives the secret, because a mutation would keep its result in a cache. */
export function useCreateKey(onCreated: (created: Schema<'NewKey'>) => void) {
  return useChange(async (wanted: WantedKey) => onCreated(await client.keys.createKey(wanted)), '/api/keys');
}

/** Revokes a key by its id. */
export function useRevokeKey() {
  return useChange((keyId: string) => client.keys.revokeKey({ keyId }), '/api/keys');
}
