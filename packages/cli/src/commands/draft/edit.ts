import { findProfile, timeOf } from '@social/post-input';
import type { Input } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { wordsOfDraft } from '../../lib/draft/draft-text.ts';
import { readDraft } from '../../lib/draft/find-draft.ts';
import { usageError } from '../../lib/errors.ts';
import { readText } from '../../lib/post/input/read-text.ts';
import { addedTo, parseMeta, parseSettings, settingsFor } from '../../lib/post/input/settings.ts';
import { parseTargets, resolveTargets } from '../../lib/post/input/targets.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { allowsLocalTime } from '../../lib/terminal/tty.ts';
import { parsePostTime } from '../../lib/text/time.ts';

interface EditOptions {
  readonly file?: string;
  readonly to?: readonly string[];
  readonly at?: string;
  readonly meta?: readonly string[];
  readonly set?: readonly string[];
  readonly aiGenerated?: boolean;
  readonly paidPartnership?: boolean;
  readonly poll?: boolean;
  readonly comments?: boolean;
  readonly key?: string;
}

/** `social draft edit <id> [text]`: changes what is named. A draft that has changed meanwhile stays as it is. */
export async function editDraft(
  context: Context,
  given: string,
  text: string | undefined,
  options: EditOptions,
): Promise<void> {
  const { file, to, at, meta, set = [], aiGenerated, paidPartnership, poll, comments } = options;
  const change: Omit<Input<'updateDraft'>, 'draftId'> = {
    ...((text !== undefined || file !== undefined) && { text: await readText(context.io, text, file) }),
    ...(at !== undefined && timeOfChange(context, at)),
    ...(meta && { meta: parseMeta([...meta]) }),
    ...(aiGenerated !== undefined && { aiGenerated }),
    ...(paidPartnership !== undefined && { paidPartnership }),
    ...(poll === false && { poll: null }),
    ...(comments === false && { comments: [] }),
  };
  const named = to && parseTargets(to);
  const namedSettings = parseSettings(set, { mayUnset: true });
  if (!named && set.length === 0 && Object.keys(change).length === 0) {
    throw usageError(
      'Nothing was named that is to change',
      'Give a text, --file, --to, --at, --set, --meta, a label, or what is to go, such as --no-poll.',
    );
  }
  const client = await context.client();
  const { id: draftId, updatedAt: ifUpdatedAt, profile, platforms, settings } = await readDraft(context, client, given);
  if (named) {
    const { id } = await findProfile(client, profile, context.io.signal);
    change.platforms = (await resolveTargets(context, named, id)).platforms;
  }
  // Settings of platforms that are gone would be refused.
  const wanted = change.platforms ?? platforms;
  const kept = Object.entries(settings ?? {}).filter(([target]) => wanted.some((one) => one === target));
  if (set.length > 0 || (named && settings))
    change.settings = addedTo(Object.fromEntries(kept), settingsFor(namedSettings, wanted));
  const { data } = await sendWithKey(context, 'storing …', options.key, (call) =>
    client.drafts.updateDraft({ draftId, ...change, ifUpdatedAt }, call),
  );
  await context.output.data(data, (view) => wordsOfDraft(data, view, context.io.now()));
}

function timeOfChange(context: Context, at: string): Pick<Input<'updateDraft'>, 'scheduledFor' | 'slot'> {
  if (at.trim().toLowerCase() === 'now') return { scheduledFor: null, slot: null };
  const { scheduledFor, slot } = timeOf(parsePostTime(at, allowsLocalTime(context.io)));
  return slot ? { slot } : { scheduledFor };
}
