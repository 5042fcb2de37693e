import type { ConnectedAccount, PublishContext } from '../../driver.ts';
import type { GraphApi } from '../../meta-graph/graph-call.ts';

/** One of the two ways to reach Instagram. */
export interface InstagramApi {
  readonly graph: GraphApi;
  /** Where people see posts. */
  readonly webUrl: string;
  /** Where bytes of videos may be sent; null where Instagram fetches every file itself. */
  readonly uploadOrigin: string | null;
}

/** The account that is published to, and the call that asks for it. */
export interface Session {
  readonly account: ConnectedAccount;
  readonly call: PublishContext;
}
