import type { Schema } from '@social/types';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { readersZone } from '../../ui/values/moment.tsx';

/** Plan, credits and the newest transactions, as the API presents them. */
export type Usage = Schema<'Usage'>;

/** Plan and credits of the workspace. */
export function useUsage() {
  return api.useQuery('get', '/api/usage');
}

/** The spending of each of the last days including today, in the reader's zone, oldest first. */
export function useSpending(days: number) {
  const params = { query: { days, timeZone: readersZone } };
  return api.useQuery('get', '/api/usage/spending', { params }, { placeholderData: keepPreviousData });
}
