import type { Output } from '@social/sdk';
import type { Context } from '../context.ts';
import { readOnce } from './read-once.ts';
import { fetchData } from './send.ts';

/** Reads what a profile has connected, once in a run. @param profileId undefined for the default profile */
export async function readConnections(
  context: Context,
  profileId: string | undefined,
): Promise<Output<'getConnectionStatus'>> {
  const client = await context.client();
  return await readOnce(client, `connections of ${profileId}`, () =>
    fetchData(context, 'reading what is connected …', (call) =>
      client.connections.getConnectionStatus({ profileId }, call),
    ),
  );
}
