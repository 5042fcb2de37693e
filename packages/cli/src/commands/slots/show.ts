import { findProfile } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { wordsOfTimes } from './times.ts';

/** `social slots show`. */
export async function showTimes(context: Context): Promise<void> {
  const client = await context.client();
  const { id, slug } = await findProfile(client, await context.profile(), context.io.signal);
  const times = await fetchData(context, 'reading …', (call) => client.slots.getSlotTimes({ profileId: id }, call));
  await context.output.data(times, () => {
    const name = oneLine(slug);
    if (times.times.length === 0) return `Profile ${name} has no slots; set them with: social slots set mon-fri 09:00`;
    return `${wordsOfTimes(times).join('\n')}\n${oneLine(times.timeZone)}, profile ${name}`;
  });
}
