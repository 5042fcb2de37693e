import type { GraphApi } from '../../meta-graph/graph-call.ts';

/** Base addresses, the defaults filled in. */
export interface FacebookApi {
  readonly graph: GraphApi;
  /** Base at which videos are published. */
  readonly videoUrl: string;
  readonly oauthUrl: string;
}
