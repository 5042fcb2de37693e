import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import type { Logger } from '../../log/logger.ts';
import { MediaError, type MediaSource } from '../../media/keep/media-source.ts';
import { Quiet } from '../../store/database/changes.ts';
import { claimCopies, firstCopyDue, freeCopies, listDueCopies, saveCopies } from '../../store/posts/file-copies.ts';
import { lockScheduled, type PostRow } from '../../store/posts/posts.ts';
import type { Database } from '../../store/schema.ts';
import {
  afterFailure,
  asCopied,
  type CopyProblem,
  copiesOf,
  type FileCopy,
  toCopyColumns,
} from '../contents/file-copies.ts';
import { contentsOf, type PlatformContent } from '../contents/publish-request.ts';
import { fromColumns } from '../contents/stored-request.ts';
import type { Worker } from '../workers/worker.ts';

/** Posts whose files this process copies at a time, one file after the other. */
const AT_ONCE = 8;
/** Those of one workspace, so that a slow host does not delay the copies of others. */
const PER_WORKSPACE = 2;

export type CopyFiles = ReturnType<typeof createCopyFiles>;

/**
 * Makes the service that copies files of scheduled posts before their addresses end. What is to be copied stands in the row of the
 * post; a process takes the row, and what a dead one has taken is free again.
 */
export function createCopyFiles(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  media: Pick<MediaSource, 'copy'>;
  worker: Worker;
}) {
  const { db, clock, logger, media, worker } = deps;
  const stop = new AbortController();
  const quiet = new Quiet({ db, clock });
  /** Posts whose files are being copied. */
  const running = new Map<string, { readonly workspaceId: string; readonly done: Promise<void> }>();

  /** Stores how a copy ended. @returns false when the post no longer waits, or no longer wants the copy */
  function store(postId: string, url: string, change: (copy: FileCopy) => FileCopy): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      // Another call may have changed the copies since they were read.
      const post = await lockScheduled(trx, postId);
      if (!post) return false;
      const copies = copiesOf(post);
      if (!copies.some((copy) => copy.url === url)) return false;
      const changed = copies.map((copy) => (copy.url === url ? change(copy) : copy));
      return saveCopies(trx, postId, { ...toCopyColumns(changed), updated_at: isoNow(clock) });
    });
  }

  async function copyOne({ id, workspace_id, due_at }: PostRow, url: string, takers: readonly PlatformContent[]) {
    try {
      const sha256 = await media.copy(workspace_id, url, { takers, signal: stop.signal });
      faultPoint('after-copy');
      await store(id, url, (copy) => asCopied(copy, sha256));
    } catch (error) {
      if (stop.signal.aborted) return;
      const { problem, isFinal } = problemOf(error);
      logger.info({ postId: id, err: error }, 'a file of a scheduled post could not be copied');
      const by = { isFinal, now: clock.now(), dueAt: Date.parse(due_at ?? isoNow(clock)) };
      await store(id, url, (copy) => afterFailure(copy, problem, by));
    }
  }

  async function copyAll(postId: string, workerId: string): Promise<void> {
    const now = isoNow(clock);
    const post = await claimCopies(db, postId, { workerId, now });
    if (!post) return;
    try {
      const contents = contentsOf(fromColumns(post));
      for (const { url, dueAt } of copiesOf(post)) {
        if (stop.signal.aborted) return;
        const takers = contents.filter((content) => content.media.some((one) => one.url === url));
        if (dueAt !== null && dueAt <= now) await copyOne(post, url, takers);
      }
    } finally {
      await freeCopies(db, postId, workerId);
    }
  }

  function start({ id, workspace_id: workspaceId }: Pick<PostRow, 'id' | 'workspace_id'>, workerId: string): void {
    const done = copyAll(id, workerId)
      // A post that stays taken is taken up again by this process.
      .catch((err: unknown) => logger.error({ err, postId: id }, 'files of a scheduled post could not be copied yet'))
      .finally(() => running.delete(id));
    running.set(id, { workspaceId, done });
  }

  return {
    /** Lasts while no copy is due. */
    quiet,

    /** Begins to copy what is due, as far as there is room. Does not wait for the files. */
    async copyDue(): Promise<void> {
      const room = AT_ONCE - running.size;
      const workerId = worker.id;
      if (room <= 0 || stop.signal.aborted || !(await worker.isStill(workerId))) return;
      const by = { workerId, now: isoNow(clock) };
      const due = await listDueCopies(db, by, { limit: 2 * AT_ONCE, perWorkspace: 2 * PER_WORKSPACE });
      if (due.length === 0) await quiet.begin(() => firstCopyDue(db));
      for (const post of due) {
        const ofWorkspace = [...running.values()].filter(({ workspaceId }) => workspaceId === post.workspace_id);
        const isFree =
          !stop.signal.aborted && running.size < AT_ONCE && ofWorkspace.length < PER_WORKSPACE && !running.has(post.id);
        if (isFree) start(post, workerId);
      }
    },

    /** Ends the downloads, which the next start repeats, and begins no other. */
    abort: () => stop.abort(),

    /** Resolves when the copies under way have ended. */
    async ended(): Promise<void> {
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}

const FINAL = ['media_quota_exceeded', 'media_refused', 'payload_too_large', 'unsupported_media_type'];

/** Says why a file could not be copied, and whether another try would fail, too. */
function problemOf(error: unknown): { readonly problem: CopyProblem; readonly isFinal: boolean } {
  if (!(error instanceof MediaError || error instanceof AppError)) {
    return { problem: { code: 'media_unreachable', message: 'This server could not store the file' }, isFinal: false };
  }
  const { code, message } = error;
  const isFinal = FINAL.includes(code);
  if (code === 'media_quota_exceeded') return { problem: { code, message }, isFinal };
  return { problem: { code: isFinal ? 'media_refused' : 'media_unreachable', message }, isFinal };
}
