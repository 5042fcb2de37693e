import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Visitor } from './visitor.ts';

const NOW = new Date('2099-10-15T10:00:00Z');
/** Holds a whole month: a page that scrolls between pressing and moving starts no drag. */
export const TALL = { width: 1280, height: 1300 };
export const MONTH = '/calendar?view=month';

export async function schedule({ context }: Visitor, post: { text: string; scheduledFor: string }): Promise<string> {
  const answer = await context.request.post('/api/v1/posts', { data: { platforms: ['profnet'], ...post } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

export async function storeDraft(
  { context }: Visitor,
  draft: { text: string; scheduledFor?: string; slot?: 'next'; mediaUrls?: readonly string[] },
): Promise<string> {
  const answer = await context.request.post('/api/v1/drafts', { data: { platforms: ['profnet'], ...draft } });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

/** Gives a profile slots at one time of several days, in the zone of the tests' browser. */
export async function setSlots(
  { context }: Visitor,
  profileId: string | undefined,
  { time, weekdays }: { time: string; weekdays: readonly string[] },
): Promise<void> {
  const times = weekdays.map((weekday) => ({ weekday, time }));
  const answer = await context.request.put(`/api/profiles/${profileId}/slots`, {
    data: { timeZone: 'Europe/Berlin', times },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Opens the calendar in the middle of October 2099, which ends with the end of daylight saving time, on Sunday 25. */
export async function openOctober({ page }: Visitor, address: string, heading: string): Promise<void> {
  await page.setViewportSize(TALL);
  await page.clock.setFixedTime(NOW);
  await page.goto(address);
  await page.getByRole('heading', { name: heading }).waitFor();
}

export function day({ page }: Visitor, name: string) {
  return page.getByRole('gridcell').filter({ hasText: new RegExp(name) });
}

/** The cell of an hour of the week. */
export function hour({ page }: Visitor, name: string) {
  return page.locator(`td[data-cell="${name}"]`);
}

export function entry({ page }: Visitor, name: string | RegExp) {
  return page.getByRole('link', { name });
}

/** Follows the addresses of a page: the one that writes takes the time out of its own. */
export function addressesOf({ page }: Visitor): string[] {
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).search));
  return addresses;
}

export async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not shown');
  return box;
}
