import { findProfile } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { fetchData, sendWithKey } from '../../lib/server/send.ts';
import { countOf, oneLine } from '../../lib/text/terminal-text.ts';
import { parseTimes } from './times.ts';

interface SetOptions {
  readonly zone?: string;
  readonly none?: boolean;
  readonly key?: string;
}

/** `social slots set [times...]`: replaces all weekly times of the profile. */
export async function setTimes(context: Context, words: readonly string[], options: SetOptions): Promise<void> {
  const { zone, none = false } = options;
  if (none === words.length > 0) {
    throw usageError('Give either weekly times or --none', 'For example: social slots set mon-fri 09:00,17:30');
  }
  const times = parseTimes(words);
  const client = await context.client();
  const { id: profileId, slug } = await findProfile(client, await context.profile(), context.io.signal);
  const timeZone = zone ?? (await presentZone(context, profileId));
  const { data } = await sendWithKey(context, 'storing …', options.key, (call) =>
    client.slots.setSlotTimes({ profileId, timeZone, times }, call),
  );
  const what = countOf(data.times.length, 'slot');
  await context.output.data(
    data,
    ({ ok }) => `${ok} profile ${oneLine(slug)} has ${what} a week, in the time zone ${oneLine(data.timeZone)}`,
  );
}

/** The zone of the weekly times that the profile has, else that of this machine. */
async function presentZone(context: Context, profileId: string): Promise<string> {
  const client = await context.client();
  const { timeZone, times } = await fetchData(context, 'reading …', (call) =>
    client.slots.getSlotTimes({ profileId }, call),
  );
  return times.length > 0 ? timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}
