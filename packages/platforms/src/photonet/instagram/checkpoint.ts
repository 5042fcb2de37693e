import type { OutgoingMedia, PublishContext } from '../../driver.ts';
import { fingerprintOf, idsOf } from '../../meta-graph/checkpoints.ts';

/** Progress of a publish. Instagram makes posts from containers, which readers do not see. */
export interface InstagramCheckpoint {
  /** `publishing`: the call that publishes the container may have been made. */
  readonly stage: 'preparing' | 'publishing';
  /** Existing containers of the files of a carousel, in order. */
  readonly children: readonly string[];
  /** The container that is published. */
  readonly container: string | null;
  /** The checkpoint belongs to the very same files. */
  readonly isSame: boolean;
}

/** Reads the checkpoint of an interrupted publish; returns null for a new one. */
export function readInstagramCheckpoint(
  { checkpoint }: PublishContext,
  media: readonly OutgoingMedia[],
): InstagramCheckpoint | null {
  if (!checkpoint) return null;
  const { stage, children, container, files } = checkpoint;
  return {
    stage: stage === 'publishing' ? stage : 'preparing',
    children: idsOf(children),
    container: typeof container === 'string' ? container : null,
    isSame: files === fingerprintOf(media),
  };
}

/** Stores the progress. */
export async function saveInstagramCheckpoint(
  call: PublishContext,
  media: readonly OutgoingMedia[],
  { stage, children, container }: Omit<InstagramCheckpoint, 'isSame'>,
): Promise<void> {
  await call.saveCheckpoint?.({ stage, children: children.join(' '), container, files: fingerprintOf(media) });
}
