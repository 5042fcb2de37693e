import { setTimeout as delay } from 'node:timers/promises';

const RETRY_AFTER_MS = [100, 500, 2_000, 5_000];

/**
 * Writes what exists nowhere else (a network's answer, a rotated token): a database that is busy or full for a moment must
 * not lose it. @throws the last error when the database could not be written for a while
 */
export async function insist<Result>(
  write: () => Promise<Result>,
  onFailure: (error: unknown) => void,
): Promise<Result> {
  for (const waitMs of RETRY_AFTER_MS) {
    try {
      return await write();
    } catch (error) {
      onFailure(error);
      await delay(waitMs);
    }
  }
  return write();
}
