import { findProfile } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { parsePlatform } from '../../lib/networks.ts';
import { fetchData } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

/** `social disconnect <platform>`. */
export async function disconnectPlatform(context: Context, name: string, options: ConfirmOption): Promise<void> {
  const platform = parsePlatform(name);
  const client = await context.client();
  const profile = await findProfile(client, await context.profile(), context.io.signal);
  await confirm(context, `Disconnect ${platform} from profile ${oneLine(profile.slug)}?`, options);
  const answer = await fetchData(context, 'disconnecting …', (call) =>
    client.connections.disconnectPlatform({ platform, profileId: profile.id }, call),
  );
  await context.output.data(
    answer,
    (style) => `${style.ok} ${platform} is disconnected from profile ${oneLine(profile.slug)}`,
  );
}
