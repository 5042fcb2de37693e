import type { FileLook } from '@social/rules';

/** Time after which a look is given up: the folder of a cloud drive fetches a file only when it is read. */
const LOOK_MS = 10_000;

/**
 * Looks at parts of a file that the user has chosen, beside the page, which goes on.
 * @returns null for a file of an unknown type; undefined where it could not be read in time
 */
export async function lookInWorker(file: File): Promise<FileLook | null | undefined> {
  const { promise, resolve } = Promise.withResolvers<FileLook | null | undefined>();
  const worker = new Worker(new URL('./look-worker.ts', import.meta.url), { type: 'module' });
  const timer = setTimeout(resolve, LOOK_MS);
  worker.onmessage = ({ data }: MessageEvent<FileLook | null | undefined>) => resolve(data);
  worker.onerror = () => resolve(undefined);
  try {
    worker.postMessage(file);
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
