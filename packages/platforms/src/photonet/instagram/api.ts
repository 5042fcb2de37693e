import type { GraphApi } from '../../meta-graph/graph-call.ts';

/** One of the two ways to reach Instagram. */
export interface InstagramApi {
  readonly graph: GraphApi;
  /** Base of the pages where people see posts. */
  readonly webUrl: string;
  /** Host that takes the bytes of videos; null where Instagram fetches every file itself. */
  readonly uploadOrigin: string | null;
}
