import type { Schema } from '@social/types';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../api/client.ts';
import { type Profile, useProfiles } from '../../profiles/profiles.ts';
import type { CalendarFilters } from '../address.ts';
import { dayKey } from '../days/days.ts';

/** Profiles whose slots are shown, and slots of each. */
const MAX_PROFILES = 10;
const MAX_SLOTS = 1000;
/** A dropped entry goes to a free slot that is this near. */
const NEAR_MS = 8 * 60_000;

/** A free slot: a time at which a profile has no post yet. */
export interface FreeSlot {
  readonly at: Date;
  readonly profileId: string;
  /** Slug of the profile. */
  readonly profile: string;
  /** Name of the profile, where the slots of several are shown. */
  readonly profileName: string | null;
}

/** Free slots by day of the reader's zone, earliest first. */
export type FreeSlots = ReadonlyMap<string, readonly FreeSlot[]>;

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

/** Returns the time of the free slot of a profile next to a time, or that time where no slot is near. */
export function atSlot(at: Date, slots: FreeSlots, profile: string): Date {
  const near = (slots.get(dayKey(at)) ?? []).find(
    (slot) => slot.profile === profile && Math.abs(slot.at.getTime() - at.getTime()) <= NEAR_MS,
  );
  return near?.at ?? at;
}

/** Returns the time of the free slot of a profile whose place an element is in, or null outside of such places. */
export function slotAround(element: Element, profile: string): Date | null {
  const place = element.closest<HTMLElement>('[data-slot]');
  const { slot, profile: ofSlot } = place?.dataset ?? {};
  return slot !== undefined && ofSlot === profile ? new Date(slot) : null;
}

/** Returns the first free slot of a profile on the way from one time to another, or the other time where none is between. */
export function stopAtSlot(from: Date, to: Date, slots: FreeSlots, profile: string): Date {
  const [first, last] = from < to ? [from, to] : [to, from];
  const ofDays = [...new Set([dayKey(first), dayKey(last)])].flatMap((day) => slots.get(day) ?? []);
  const between = ofDays.filter((slot) => slot.profile === profile && slot.at > first && slot.at < last);
  return (from < to ? between[0] : between.at(-1))?.at ?? to;
}
