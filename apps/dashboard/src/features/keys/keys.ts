import type { Schema } from '@social/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { readAgain } from '../../api/queries.ts';

/** A key as it is listed: without its secret. */
export type ListedKey = Schema<'ListedKey'>;

/** Every active key of the workspace. */
export function useKeys() {
  return api.useQuery('get', '/api/keys', {}, { select: ({ keys }) => keys });
}

/**
 * Creates a key. The whole key goes to `onCreated` and nowhere else: the result of a mutation would stay in a cache.
 */
export function useCreateKey(onCreated: (created: Schema<'NewKey'>) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => onCreated(await client.keys.createKey({ name })),
    onSettled: () => readAgain(queries, '/api/keys'),
  });
}

/** Revokes a key by its id, then reads the keys again. */
export function useRevokeKey() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (keyId: string) => client.keys.revokeKey({ keyId }),
    onSettled: () => readAgain(queries, '/api/keys'),
  });
}
