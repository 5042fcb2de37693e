import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../programs.mjs';
import { keepProgram } from './kept-program.mjs';
import { reasonAgainstSwift, unpackSwift } from './swift.mjs';

const SERVER = fileURLToPath(new URL('./swift-s3.py', import.meta.url));
/** On a crowded machine the start takes twenty times as long as on an idle one. */
const START_MS = 120_000;

/** Returns true when tests can have an S3 server; else prints that the tests that need one are left out. */
export function canServeS3() {
  const missing = process.env.SOCIAL_TEST_S3_ENDPOINT ? null : reasonAgainstSwift();
  if (missing !== null) {
    console.log(`The tests of object storage are left out: fetching an S3 server from Debian needs ${missing}.`);
  }
  return missing === null;
}

/**
 * Finds the Python that runs OpenStack Swift, the S3 server of the tests; fetches it into the user's cache, once.
 * @throws Error when it cannot be fetched
 */
export async function findS3Server() {
  return keepProgram('swift-debian', (folder) => {
    console.log(
      `OpenStack Swift is unpacked from Debian's packages into ${dirname(folder)}, once. Nothing is installed.`,
    );
    return unpackSwift(folder);
  });
}

/** Starts the server on an empty folder that ends with it, and with this process however that ends. */
export async function startS3Server(python) {
  const { ready, stop } = await startProgram(['-W', 'ignore', SERVER], {
    ...{ node: python, stdio: 'pipe', mostMs: START_MS },
  });
  return { ...ready, stop };
}
