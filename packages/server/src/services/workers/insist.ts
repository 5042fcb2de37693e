import { setTimeout as delay } from 'node:timers/promises';

const RETRY_AFTER_MS = [100, 500, 2_000, 5_000];

/**
 * Writes data that exists nowhere else, such as a network's answer or a rotated token. Retries for about 8 s, so that a
 * database that is briefly busy or full loses nothing. @throws the last error when every attempt failed
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
