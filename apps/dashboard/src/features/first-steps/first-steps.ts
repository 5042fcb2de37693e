import { PLATFORM_IDS } from '@social/types';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { useProfiles } from '../../shared/profiles/profiles.ts';
import { useMay, useRole } from '../../shared/session/role.ts';
import { STEPS, type Step, useKeptSteps } from './kept-steps.ts';

/** Profiles of which it is asked whether an account is connected. */
const MAX_PROFILES = 10;

/** A step as the page shows it. */
export interface ShownStep {
  readonly step: Step;
  readonly state: 'done' | 'skipped' | 'open';
}

/**
 * The first steps of the person's role. Those are done of which the server has a trace, or which this browser remembers as done.
 * `steps` is undefined until the server has answered, and where it could not be asked.
 * @param unlessHidden set where hidden steps are not shown: nothing is asked for them
 */
export function useFirstSteps({ unlessHidden = false }: { unlessHidden?: boolean } = {}) {
  const may = useMay();
  const isOwner = useRole() === 'owner';
  const { kept, ...changes } = useKeptSteps();
  const enabled = !(unlessHidden && kept.isHidden);
  const profiles = useProfiles({ enabled });
  const ofProfiles = profiles.data?.slice(0, MAX_PROFILES) ?? [];
  const connections = useQueries({
    queries: ofProfiles.map(({ id }) =>
      api.queryOptions('get', '/api/connect/status', { params: { query: { profileId: id } } }, { enabled }),
    ),
  });
  const newest = api.useQuery('get', '/api/v1/posts', { params: { query: { limit: 1 } } }, { enabled });
  const scheduled = api.useQuery(
    'get',
    '/api/v1/posts',
    { params: { query: { limit: 1, status: 'scheduled' } } },
    { enabled: enabled && !kept.done.includes('schedule') },
  );
  const keys = api.useQuery('get', '/api/keys', {}, { enabled: enabled && isOwner && !kept.done.includes('command') });
  const [post] = newest.data?.posts ?? [];
  const connectedOf = (at: number) => PLATFORM_IDS.filter((platform) => connections[at]?.data?.[platform]?.connected);
  const isConnected = connections.some((_, at) => connectedOf(at).length > 0);
  const known: Readonly<Record<Step, boolean>> = {
    connect: isConnected,
    write: post !== undefined,
    see: false,
    schedule: (scheduled.data?.posts.length ?? 0) > 0 || post?.scheduledFor !== undefined,
    command: (keys.data?.keys.length ?? 0) > 0,
  };
  const hasRead = (query: { data?: unknown }, step: Step) => query.data !== undefined || kept.done.includes(step);
  const isRead =
    profiles.data !== undefined &&
    connections.every(({ data }) => data) &&
    newest.data !== undefined &&
    hasRead(scheduled, 'schedule') &&
    (!isOwner || hasRead(keys, 'command'));
  // The trace of some goes: a scheduled post is published, a key is revoked.
  const toKeep = STEPS.filter((step) => known[step] && !kept.done.includes(step));
  useEffect(() => {
    if (toKeep.length > 0) changes.finish(...toKeep);
  }, [toKeep.join()]);
  const stateOf = (step: Step) => {
    if (known[step] || kept.done.includes(step)) return 'done';
    return kept.skipped.includes(step) ? 'skipped' : 'open';
  };
  const ofRole = STEPS.filter((step) => step !== 'connect' || may('admin'));
  const hasFailed = [profiles, ...connections, newest, scheduled, keys].some(({ isError }) => isError);
  return {
    isPending: enabled && !isRead && !hasFailed,
    steps: isRead && ofRole.map((step): ShownStep => ({ step, state: stateOf(step) })),
    newest: post,
    isConnected,
    /** A connected platform of the default profile, for examples; undefined without one. */
    example: connectedOf(ofProfiles.findIndex(({ isDefault }) => isDefault))[0],
    isHidden: kept.isHidden,
    ...changes,
  };
}
