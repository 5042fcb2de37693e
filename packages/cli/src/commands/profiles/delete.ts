import { findProfile } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

/** `social profiles delete <profile>`. */
export async function deleteProfile(
  context: Context,
  given: string,
  options: ConfirmOption & { readonly key?: string },
): Promise<void> {
  const client = await context.client();
  const { id, slug } = await findProfile(client, given, context.io.signal);
  const name = oneLine(slug);
  await confirm(context, `Delete profile ${name}, with its connections and scheduled posts?`, options);
  const { data } = await sendWithKey(context, 'deleting …', options.key, (call) =>
    client.profiles.deleteProfile({ profileId: id }, call),
  );
  await context.output.data(
    data,
    (style) => `${style.ok} profile ${name} is deleted, with its connections and scheduled posts`,
  );
}
