import { describe, expect, test } from 'vitest';
import { dayKey } from '../days/days.ts';
import { atSlot, type FreeSlot, stopAtSlot } from './slot-times.ts';

const at = (time: string) => new Date(`2099-10-22T${time}:00`);
const slotOf = (time: string, profile = 'default'): FreeSlot => {
  return { at: at(time), profileId: `id of ${profile}`, profile, profileName: null };
};
const slots = Map.groupBy([slotOf('17:20', 'brand'), slotOf('17:40'), slotOf('23:50')], (slot) => dayKey(slot.at));

describe('an entry that is dropped', () => {
  test('goes to a near slot of its profile', () => {
    expect(atSlot(at('17:45'), slots, 'default')).toEqual(at('17:40'));
    expect(atSlot(at('17:30'), slots, 'default'), 'ten minutes are not near').toEqual(at('17:30'));
  });

  test('goes to no slot of another profile', () => {
    expect(atSlot(at('17:15'), slots, 'default')).toEqual(at('17:15'));
    expect(atSlot(at('17:15'), slots, 'brand')).toEqual(at('17:20'));
  });
});

describe('an entry that is moved by keys', () => {
  test('stops at the slots of its profile, in both directions', () => {
    expect(stopAtSlot(at('17:15'), at('17:30'), slots, 'default')).toEqual(at('17:30'));
    expect(stopAtSlot(at('17:30'), at('17:45'), slots, 'default')).toEqual(at('17:40'));
    expect(stopAtSlot(at('17:45'), at('17:30'), slots, 'default')).toEqual(at('17:40'));
  });

  test('leaves a slot as it leaves any other time', () => {
    expect(stopAtSlot(at('17:40'), at('17:45'), slots, 'default')).toEqual(at('17:45'));
  });

  test('stops at a slot before midnight on its way to the next day', () => {
    const midnight = new Date('2099-10-23T00:00:00');
    expect(stopAtSlot(at('23:45'), midnight, slots, 'default')).toEqual(at('23:50'));
    expect(stopAtSlot(midnight, at('23:45'), slots, 'default')).toEqual(at('23:50'));
  });
});
