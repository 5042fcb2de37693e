import type { Schema } from '@social/types';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../api/client.ts';
import { type Profile, useProfiles } from '../../../shared/profiles/profiles.ts';
import type { CalendarFilters } from '../address.ts';
import { dayKey } from '../days/days.ts';
import type { FreeSlot, FreeSlots } from './slot-times.ts';

/** Profiles whose slots are shown, and slots of each. */
const MAX_PROFILES = 10;
const MAX_SLOTS = 1000;

/**
 * Reads the free slots of the chosen profile, or else of all.
 * @param to first instant after the range, at most 366 days after its beginning
 */
export function useFreeSlots(from: Date, to: Date, { outcome, profile: chosen }: CalendarFilters): FreeSlots {
  const { data: profiles } = useProfiles();
  const asked = useMemo(
    () => (profiles ?? []).filter(({ slug }) => chosen === undefined || slug === chosen).slice(0, MAX_PROFILES),
    [profiles, chosen],
  );
  // What passes a filter for outcomes is a post.
  const isAsked = outcome === undefined && to > new Date();
  const lists = useQueries({
    queries: (isAsked ? asked : []).map(({ slug }) =>
      api.queryOptions('get', '/api/v1/slots', {
        params: {
          query: { profile: slug, from: from.toISOString(), to: to.toISOString(), free: true, limit: MAX_SLOTS },
        },
      }),
    ),
    combine: (readings) => readings.map(({ data }) => data?.slots ?? NOTHING),
  });
  return useMemo(() => {
    const free = lists.flatMap((list, of) => list.map(({ at }) => slotOf(at, asked[of], asked.length > 1)));
    return Map.groupBy(
      free.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
      ({ at }) => dayKey(at),
    );
  }, [lists, asked]);
}

const NOTHING: Schema<'Slot'>[] = [];

function slotOf(at: string, profile: Profile | undefined, isNamed: boolean): FreeSlot {
  const { id = '', slug = '', name = null } = profile ?? {};
  return { at: new Date(at), profileId: id, profile: slug, profileName: isNamed ? name : null };
}
