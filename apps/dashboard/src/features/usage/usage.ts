import { api } from '../../api/client.ts';

/** Plan and credits of the workspace. */
export function useUsage() {
  return api.useQuery('get', '/api/usage');
}
