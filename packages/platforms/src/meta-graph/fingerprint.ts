import type { OutgoingMedia } from '../driver.ts';

/** Tells whether a checkpoint is of these very files, in this order. */
export function fingerprintOf(media: readonly OutgoingMedia[]): string {
  return media.map(({ sha256 }) => sha256).join(',');
}
