import { findProfile } from '@social/post-input';
import type { Input } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

interface KeyOption {
  readonly key?: string;
}

/** `social profiles rename <profile> <name>`. */
export async function renameProfile(context: Context, given: string, name: string, options: KeyOption): Promise<void> {
  await updateProfile(context, given, { name }, options, `is now named ${oneLine(name)}`);
}

/** `social profiles default <profile>`. */
export async function setDefaultProfile(context: Context, given: string, options: KeyOption): Promise<void> {
  await updateProfile(context, given, { isDefault: true }, options, 'is now the default profile');
}

async function updateProfile(
  context: Context,
  given: string,
  change: Omit<Input<'updateProfile'>, 'profileId'>,
  options: KeyOption,
  done: string,
): Promise<void> {
  const client = await context.client();
  const { id, slug } = await findProfile(client, given, context.io.signal);
  const { data } = await sendWithKey(context, 'changing …', options.key, (call) =>
    client.profiles.updateProfile({ profileId: id, ...change }, call),
  );
  await context.output.data(data, (style) => `${style.ok} profile ${oneLine(slug)} ${done}`);
}
