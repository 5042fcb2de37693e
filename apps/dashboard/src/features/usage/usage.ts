import { useQuery } from '@tanstack/react-query';
import { client } from '../../client.ts';
import { queryKeys } from '../../queries.ts';

/** Plan and credits of the signed-in account's workspace; nothing is asked while not `enabled`. */
export function useUsage({ enabled }: { enabled: boolean }) {
  return useQuery({ enabled, queryKey: queryKeys.usage, queryFn: () => client.usage.getUsage() });
}
