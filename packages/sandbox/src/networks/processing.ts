import type { World } from '../world/world.ts';

/** Number of status checks that find a video in processing. */
export const checksUntilReady = 2;

/** Brings the processing of a file one step further, as every status check does. */
export function advance(world: World, file: { pendingChecks: number }): void {
  if (file.pendingChecks === 0) return;
  file.pendingChecks -= 1;
  world.changed();
}
