import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

/** `social microblog user <username>`. */
export async function findUser(context: Context, given: string): Promise<void> {
  const client = await context.client();
  const profile = await context.profile();
  const username = given.replace(/^@/, '');
  const found = await fetchData(context, 'looking …', (call) => client.microblog.findUser({ username, profile }, call));
  const { user } = found;
  await context.output.data(found, () => oneLine(`${user.id}  @${user.username}  ${user.name}`));
}
