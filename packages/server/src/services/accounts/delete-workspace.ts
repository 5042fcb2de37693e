import { setImmediate as letOthersRun } from 'node:timers/promises';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import type { Logger } from '../../log/logger.ts';
import {
  closeWorkspace,
  countUnfinished,
  endFlowsOfWorkspace,
  eraseLedger,
  eraseRows,
  eraseWorkspace,
  lockUnfinished,
} from '../../store/accounts/erase-workspace.ts';
import { findWorkspace } from '../../store/accounts/workspaces.ts';
import { type ConnectionRow, listConnectionsOf } from '../../store/connections/connections.ts';
import { inLockedWorkspace, lockWorkspace } from '../../store/database/locks.ts';
import { listMediaOfWorkspace, type MediaRow } from '../../store/media.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { deleteMeta, listMeta, writeMeta } from '../../store/server-meta.ts';

/** Longest time that an action at a network takes. The hold of a process that died is older. */
const ACTION_MS = 300_000;
/** Start of the name of a fact: the workspace is closed, and not wholly erased yet. */
const ERASING = 'erasing ';

/** Counts of what was deleted with a workspace. */
export interface Erased {
  /** Posts that were still to be sent. */
  readonly canceledPosts: number;
  readonly erasedConnections: number;
  readonly deletedFiles: number;
}

export type WorkspaceDeletion = ReturnType<typeof createWorkspaceDeletion>;

/**
 * Makes the service that deletes workspaces. One transaction closes a workspace, if nothing of it is under way at a network: a target
 * is claimed for sending in its row, and the rows are locked. Then its rows are deleted in batches, so that others need not wait,
 * and its uploaded files last. What a process that died has left is finished by maintenance.
 */
export function createWorkspaceDeletion(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  /** Deletes the files of an erased workspace. @returns their number */
  deleteFiles: (workspaceId: string, rows: readonly MediaRow[]) => Promise<number>;
  /** Revokes the grants of removed connections at their networks. */
  revokeUnused: (removed: readonly ConnectionRow[]) => Promise<void>;
}) {
  const { db, clock, logger } = deps;

  async function close(trx: Queryable, workspaceId: string, check?: (trx: Queryable) => Promise<void>) {
    const since = new Date(clock.now() - ACTION_MS).toISOString();
    // In the order of locks.ts. A flow that begins until the workspace is locked is deleted with its rows.
    await endFlowsOfWorkspace(trx, workspaceId);
    const locked = await lockUnfinished(trx, workspaceId);
    await lockWorkspace(trx, workspaceId);
    await check?.(trx);
    const workspace = await findWorkspace(trx, workspaceId);
    if (!workspace) throw new AppError('not_found', 'This workspace was deleted before');
    const { waiting, underWay } = await countUnfinished(trx, workspaceId, { locked, since });
    if (underWay > 0) throw busy(underWay);
    const connections = await listConnectionsOf(trx, workspaceId);
    await closeWorkspace(trx, workspace);
    await writeMeta(trx, `${ERASING}${workspaceId}`, isoNow(clock));
    return { waiting, connections };
  }

  /** Erases what is left of a closed workspace. @returns number of deleted files */
  async function erase(workspaceId: string): Promise<number> {
    await eraseRows(db, workspaceId, letOthersRun);
    const files = await inLockedWorkspace(db, workspaceId, async (trx) => {
      const workspace = await findWorkspace(trx, workspaceId);
      const rows = await listMediaOfWorkspace(trx, workspaceId);
      if (workspace) await eraseWorkspace(trx, workspace);
      return rows;
    });
    await eraseLedger(db, workspaceId, letOthersRun);
    const deleted = await deps.deleteFiles(workspaceId, files).catch((error: unknown) => {
      logger.warn({ err: error }, 'files of a deleted workspace could not be deleted yet; maintenance deletes them');
      return 0;
    });
    await deleteMeta(db, `${ERASING}${workspaceId}`);
    return deleted;
  }

  /** Runs a part of a deletion that cannot be taken back. What fails is left to maintenance. */
  async function afterClose<Result>(workspaceId: string, run: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await run();
    } catch (error) {
      logger.warn({ err: error, workspaceId }, 'a part of a deleted workspace could not be erased yet');
      return undefined;
    }
  }

  return {
    /**
     * Deletes a workspace with everything in it.
     * @param check runs in the transaction, before anything is deleted
     * @throws AppError not_found; conflict while something is under way, and nothing is deleted then
     */
    async remove(workspaceId: string, check?: (trx: Queryable) => Promise<void>): Promise<Erased> {
      const { waiting, connections } = await db.transaction().execute((trx) => close(trx, workspaceId, check));
      faultPoint('after-close');
      const [deletedFiles = 0] = await Promise.all([
        afterClose(workspaceId, () => erase(workspaceId)),
        ...connections.map((connection) => afterClose(workspaceId, () => deps.revokeUnused([connection]))),
      ]);
      const erased = { canceledPosts: waiting, erasedConnections: connections.length, deletedFiles };
      logger.info({ workspaceId, ...erased }, 'a workspace was deleted');
      return erased;
    },

    /** Erases what processes that died have left of closed workspaces. */
    async finish(): Promise<void> {
      for (const workspaceId of await listMeta(db, ERASING)) {
        await afterClose(workspaceId, () => erase(workspaceId));
      }
    },
  };
}

function busy(count: number): AppError {
  return new AppError(
    'conflict',
    `${count} posts or actions of this workspace are under way at networks; nothing was deleted. Try again when they have ended (social post list --status publishing). If the server was stopped meanwhile, start it first`,
  );
}
