import { setImmediate as letOthersRun } from 'node:timers/promises';
import { firstIdAt, timeOfId } from '../../ids.ts';
import {
  deleteAccounts,
  listGoneConnections,
  listNamedConnections,
} from '../../store/connections/connected-accounts.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import { listStepsAfter } from '../../store/posts/post-events.ts';
import type { Queryable } from '../../store/schema.ts';

/** Most that the clocks of the servers differ by whose ids are compared. */
const MARGIN_MS = 3_600_000;
const PAGE = 500;

/**
 * Deletes the account of a connection that is gone, unless a post names it: then its publisher stays known. The same is done for
 * earlier connections of the account. Looks through the posts that have changed since the first of them, page by page.
 */
export async function forgetAccount(db: Queryable, removed: ConnectionRow): Promise<void> {
  const gone = await listGoneConnections(db, removed);
  const unnamed = new Set(gone);
  let after = firstIdAt(timeOfId(gone[0] ?? removed.id) - MARGIN_MS);
  while (unnamed.size > 0) {
    const steps = await listStepsAfter(db, removed.workspace_id, after, PAGE);
    const postIds = [...new Set(steps.map(({ post_id: id }) => id))];
    const named = postIds.length > 0 ? await listNamedConnections(db, postIds, [...unnamed]) : [];
    for (const id of named) unnamed.delete(id ?? '');
    if (steps.length < PAGE) break;
    after = steps.at(-1)?.id ?? after;
    await letOthersRun();
  }
  await deleteAccounts(db, [...unnamed]);
}
