import type { OutgoingMedia, PublishContext } from '../../driver.ts';
import { fingerprintOf } from '../../meta-graph/fingerprint.ts';

/** How far a publish has come. Containers are what Instagram makes posts of; nobody sees them. */
export interface InstagramCheckpoint {
  /** `publishing`: the call that publishes the container may have been made. */
  readonly stage: 'preparing' | 'publishing';
  /** Containers of the files of a carousel, in order, as far as they exist. */
  readonly children: readonly string[];
  /** The container that is published. */
  readonly container: string | null;
  /** Whether it is of the very same files. */
  readonly isSame: boolean;
}

/** The checkpoint of an interrupted publish; null when it begins. */
export function readInstagramCheckpoint(
  { checkpoint }: PublishContext,
  media: readonly OutgoingMedia[],
): InstagramCheckpoint | null {
  if (!checkpoint) return null;
  const { stage, children, container, files } = checkpoint;
  return {
    stage: stage === 'publishing' ? stage : 'preparing',
    children: typeof children === 'string' ? children.split(' ').filter(Boolean) : [],
    container: typeof container === 'string' ? container : null,
    isSame: files === fingerprintOf(media),
  };
}

/** Stores how far it is. */
export async function saveInstagramCheckpoint(
  call: PublishContext,
  media: readonly OutgoingMedia[],
  { stage, children, container }: Omit<InstagramCheckpoint, 'isSame'>,
): Promise<void> {
  await call.saveCheckpoint?.({ stage, children: children.join(' '), container, files: fingerprintOf(media) });
}
