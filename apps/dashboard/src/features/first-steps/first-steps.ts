import { api } from '../../api/client.ts';
import { useMay, useRole } from '../account/role.ts';
import { useConnections } from '../connections/connections.ts';
import { chooseProfile, useProfiles } from '../profiles/profiles.ts';
import { STEPS, type Step, useKeptSteps } from './kept-steps.ts';

/** A step as the page shows it. */
export interface ShownStep {
  readonly step: Step;
  readonly state: 'done' | 'skipped' | 'open';
}

/**
 * The first steps of the person's role. Those are done of which the server has a trace, or which this browser remembers as done.
 * `steps` is undefined until the server has answered, and where it could not be asked.
 */
export function useFirstSteps() {
  const may = useMay();
  const isOwner = useRole() === 'owner';
  const { kept, ...changes } = useKeptSteps();
  const profiles = useProfiles();
  const connections = useConnections(profiles.data && chooseProfile(profiles.data, null)?.id);
  const newest = api.useQuery('get', '/api/v1/posts', { params: { query: { limit: 1 } } });
  const scheduled = api.useQuery('get', '/api/v1/posts', { params: { query: { limit: 1, status: 'scheduled' } } });
  const keys = api.useQuery('get', '/api/keys', {}, { enabled: isOwner });
  const [post] = newest.data?.posts ?? [];
  const known: Readonly<Record<Step, boolean>> = {
    connect: Object.values(connections.data ?? {}).some(({ connected }) => connected),
    write: post !== undefined,
    see: false,
    schedule: (scheduled.data?.posts.length ?? 0) > 0 || post?.scheduledFor !== undefined,
    command: (keys.data?.keys.length ?? 0) > 0,
  };
  const isRead = connections.data && newest.data && scheduled.data && (keys.data || !isOwner);
  const stateOf = (step: Step) => {
    if (known[step] || kept.done.includes(step)) return 'done';
    return kept.skipped.includes(step) ? 'skipped' : 'open';
  };
  const ofRole = STEPS.filter((step) => step !== 'connect' || may('admin'));
  const hasFailed = [profiles, connections, newest, scheduled, keys].some(({ isError }) => isError);
  return {
    isPending: !isRead && !hasFailed,
    steps: isRead && ofRole.map((step): ShownStep => ({ step, state: stateOf(step) })),
    newest: post,
    isHidden: kept.isHidden,
    ...changes,
  };
}
