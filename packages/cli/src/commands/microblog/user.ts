import { type ActionOptions, actorOf } from '../../lib/actor.ts';
import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

/** `social microblog user <username>`. */
export async function findUser(context: Context, given: string, { account }: ActionOptions): Promise<void> {
  const client = await context.client();
  const actor = await actorOf(context, account);
  const username = given.replace(/^@/, '');
  const found = await fetchData(context, 'looking …', (call) =>
    client.microblog.findUser({ username, ...actor }, call),
  );
  const { user } = found;
  await context.output.data(found, () => oneLine(`${user.id}  @${user.username}  ${user.name}`));
}
