import type { PublishInput } from '@social/post-input';
import { hasComments } from '@social/rules';
import { platformFacts, platformOf, type Target } from '@social/types';
import type { Context } from '../../context.ts';
import { connectionOf } from '../../networks.ts';
import { readConnections } from '../../server/connections.ts';

/** Networks by target; one without a connection has none. */
export type ConnectedNetworks = Readonly<Partial<Record<Target, string | null | undefined>>>;

/** Reads which networks are connected where that decides whether comments are left out. @param profileId undefined for the default profile */
export async function readNetworks(
  context: Context,
  { platforms, comments = [] }: Pick<PublishInput, 'platforms' | 'comments'>,
  profileId: string | undefined,
): Promise<ConnectedNetworks> {
  const undecided = platforms.filter((target) => {
    const platform = platformOf(target);
    return platformFacts(platform).networks.some((id) => hasComments(platform, id) !== hasComments(platform));
  });
  if (comments.length === 0 || undecided.length === 0) return {};
  const connections = await readConnections(context, profileId);
  return Object.fromEntries(undecided.map((target) => [target, connectionOf(connections, target)?.network]));
}
