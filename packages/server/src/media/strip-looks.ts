import type { FileSource, MediaLook } from '@social/rules';
import { BusyError, createFairQueue } from './fit/fair-queue.ts';
import { withStrip } from './look/media-look.ts';

/**
 * Files of uploads that a process plans together, of all workspaces and of one. Not the turns in which publishes cut bytes out: those
 * last minutes, and store files within them.
 */
const QUEUE = { atATime: 2, ofOneOwner: 1, waiting: 1_000, waitMs: 10_000 };
const NEVER = new AbortController().signal;

/** Creates what adds to the looks at uploads what stripping does to them. A look that waits for too long stays as it is. */
export function createStripLooks() {
  const queue = createFairQueue(QUEUE);
  return (workspaceId: string, look: MediaLook, source: FileSource): Promise<MediaLook> =>
    queue
      .run(workspaceId, () => withStrip(look, source), NEVER)
      .catch((error: unknown) => {
        if (error instanceof BusyError) return look;
        throw error;
      });
}
