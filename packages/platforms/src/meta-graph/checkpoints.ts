import type { PlatformId } from '@social/types';
import type { OutgoingMedia } from '../driver.ts';
import { unknownOutcome } from '../meanings.ts';
import { PlatformError } from '../platform-error.ts';

/** Identifies the files of a checkpoint and their order. */
export function fingerprintOf(media: readonly OutgoingMedia[]): string {
  return media.map(({ sha256 }) => sha256).join(',');
}

/** Reads ids that a checkpoint holds with spaces between them. */
export function idsOf(names: unknown): readonly string[] {
  return typeof names === 'string' ? names.split(' ').filter(Boolean) : [];
}

/** The error of an interrupted publish whose outcome the network no longer tells. */
export function lostAnswer(platform: PlatformId, reason: string): PlatformError {
  return new PlatformError(platform, unknownOutcome(`${reason}; check the account before sending it again`));
}
