import type { Context } from '../../lib/context.ts';
import { findProfile } from '../../lib/profile-lookup.ts';
import { sendWithKey } from '../../lib/send.ts';
import { oneLine } from '../../lib/terminal-text.ts';

/** `social profiles delete <profile>`. */
export async function deleteProfile(
  context: Context,
  given: string,
  options: { readonly key?: string },
): Promise<void> {
  const client = await context.client();
  const { id, slug } = await findProfile(context, client, given);
  const { data } = await sendWithKey(context, 'deleting …', options.key, (call) =>
    client.profiles.deleteProfile({ profileId: id }, call),
  );
  await context.output.data(
    data,
    (style) => `${style.ok} profile ${oneLine(slug)} is deleted, with its connections and scheduled posts`,
  );
}
