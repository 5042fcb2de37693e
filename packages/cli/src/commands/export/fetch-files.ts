import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../lib/context.ts';
import { failed } from '../../lib/errors.ts';

/** Numbers of what was fetched. */
export interface FetchedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Files that none of their addresses opened. */
  readonly missing: number;
}

/** Path of an uploaded file, named by its SHA-256. */
const UPLOADED = /\/media\/[\w=-]+\/([0-9a-f]{64}\.[a-z0-9]+)(?=["?#])/g;
const TRIES = 5;
const PAUSE_MS = 2_000;

/**
 * Makes what fetches the files that objects name into a folder, each once. Their addresses need no key, and are asked for without one.
 * @param folder is there already
 */
export function createFileFetcher(
  context: Context,
  { folder, show }: { readonly folder: string; readonly show: (text: string) => void },
) {
  const fetched = new Set<string>();
  const missing = new Set<string>();
  const tried = new Set<string>();
  let bytes = 0;

  return {
    counts: (): FetchedFiles => ({ files: fetched.size, bytes, missing: missing.size }),

    /** Returns true when an object names a file that is not fetched yet. */
    lacks: (object: object): boolean => addressesIn(object).some(({ name }) => !fetched.has(name)),

    /** Fetches the files that an object names. A file may have several addresses, of which some have expired: tries each. */
    async fetch(object: object): Promise<void> {
      const baseUrl = (await context.settings()).baseUrl.value ?? '';
      for (const { path, name } of addressesIn(object)) {
        if (fetched.has(name) || tried.has(path)) continue;
        show(`fetching file ${fetched.size + 1} …`);
        const size = await fetchFile(context, `${baseUrl}${path}`, join(folder, name));
        tried.add(path);
        if (size === null) missing.add(name);
        else {
          fetched.add(name);
          missing.delete(name);
          bytes += size;
        }
      }
    },
  };
}

/** Finds the paths and names of uploaded files anywhere in an object. */
function addressesIn(object: object): { path: string; name: string }[] {
  return [...JSON.stringify(object).matchAll(UPLOADED)].map(([path, name = '']) => ({ path, name }));
}

/** @returns size of the file, or null when the address does not open it @throws {CliError} when the server fails again and again */
async function fetchFile({ io }: Context, url: string, path: string): Promise<number | null> {
  for (let tries = 1; ; tries += 1) {
    const answer = await io.fetch(new Request(url, { signal: io.signal }));
    if (answer.ok && answer.body !== null) {
      await writeFile(path, answer.body, { mode: 0o600, flag: 'wx' });
      return (await stat(path)).size;
    }
    if (answer.status === 404) return null;
    if (tries === TRIES) {
      throw failed('unavailable', `An uploaded file could not be fetched: the server answered ${answer.status}`);
    }
    await io.sleep(Number(answer.headers.get('retry-after') ?? 0) * 1_000 || PAUSE_MS);
  }
}
