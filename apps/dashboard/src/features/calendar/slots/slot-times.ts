import { dayKey } from '../days/days.ts';

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
