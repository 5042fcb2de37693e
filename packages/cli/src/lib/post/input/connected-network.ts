import type { PlatformId } from '@social/types';
import type { Context } from '../../context.ts';
import { fetchData } from '../../server/send.ts';

/** Where a text is to be published. */
export interface Destination {
  readonly platform: PlatformId;
  /** Undefined: the default profile. */
  readonly profileId: string | undefined;
  readonly besideMedia: boolean;
}

/**
 * The network that a profile has connected; undefined where the texts fit whichever it is, and where none is.
 * @param posts what becomes posts there, the first of them beside the files
 */
export async function networkFor(
  context: Context,
  posts: readonly string[],
  { platform, profileId, besideMedia }: Destination,
): Promise<string | undefined> {
  const { dependsOnNetwork } = await import('@social/rules');
  if (!dependsOnNetwork(platform, posts, besideMedia)) return undefined;
  const client = await context.client();
  const connections = await fetchData(context, 'reading what is connected …', (call) =>
    client.connections.getConnectionStatus({ profileId }, call),
  );
  return connections[platform]?.network ?? undefined;
}
