import { type ConnectedAccount, PlatformError } from '@social/platforms';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Platforms } from './platforms.ts';
import type { UpstreamReads } from './upstream-reads.ts';

const TIMEOUT_MS = 5_000;
/** The composer asks at each pause of its writer, and networks count calls. */
const KEPT_MS = 600_000;
const MAX_KEPT = 500;

/**
 * Creates the function that asks the network of a connection which mention of a text it would not take; null for none, and where the
 * network does not answer.
 */
export function createMentionProblem(deps: {
  platforms: Platforms;
  tokens: { accountOf(connection: ConnectionRow): Promise<ConnectedAccount> };
  reads: UpstreamReads;
}) {
  const kept = new Map<string, { readonly until: number; readonly problem: Promise<string | null> }>();

  async function ask(connection: ConnectionRow, text: string): Promise<string | null> {
    const { platforms, tokens, reads } = deps;
    try {
      const account = await tokens.accountOf(connection);
      const mentions = platforms.of(connection)?.driver.mentions;
      return await reads.readLater(
        connection,
        TIMEOUT_MS,
        async (call) => mentions?.problem(text, account, call) ?? null,
      );
    } catch (error) {
      if (error instanceof PlatformError) return null;
      throw error;
    }
  }

  return (connection: ConnectionRow, text: string): Promise<string | null> => {
    const mentioned = deps.platforms.of(connection)?.driver.mentions?.mentionsIn(text) ?? null;
    if (mentioned === null) return Promise.resolve(null);
    const key = `${connection.id} ${mentioned}`;
    const known = kept.get(key);
    if (known && known.until > performance.now()) return known.problem;
    if (kept.size >= MAX_KEPT) kept.clear();
    const problem = ask(connection, mentioned);
    kept.set(key, { until: performance.now() + KEPT_MS, problem });
    return problem;
  };
}
