import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '../driver.ts';
import { PlatformError } from '../platform-error.ts';
import { TransportFailure } from './transport-failure.ts';

const MAX_ATTEMPTS = 4;
const FIRST_WAIT_MS = 250;

/**
 * Runs an upload that a network takes in one request only, and again where its connection was cut before the last byte
 * was handed over: what did not arrive as a whole was not accepted.
 */
export async function repeatCutUpload<Result>(upload: () => Promise<Result>, call: CallContext): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await upload();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || call.signal?.aborted || !wasCut(error)) throw error;
      await sleep(FIRST_WAIT_MS * attempt);
    }
  }
}

function wasCut(error: unknown): boolean {
  return error instanceof PlatformError && error.cause instanceof TransportFailure && error.cause.isPartial;
}
