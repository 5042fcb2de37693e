import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

/** `social profiles list`. */
export async function listProfiles(context: Context): Promise<void> {
  const client = await context.client();
  const answer = await fetchData(context, 'reading …', (call) => client.profiles.listProfiles({}, call));
  await context.output.data(answer, ({ columns, layout }) => {
    const rows = answer.profiles.map((profile) => [
      oneLine(profile.slug),
      profile.isDefault ? 'default' : '',
      localTime(profile.createdAt),
      oneLine(profile.name),
    ]);
    return layout.table(['PROFILE', '', 'CREATED', 'NAME'], rows, columns);
  });
}
