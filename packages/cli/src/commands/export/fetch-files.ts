import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../lib/context.ts';
import { failed } from '../../lib/errors.ts';

/** Numbers of what was fetched. */
export interface FetchedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Files that the server no longer has. */
  readonly missing: number;
}

/** Path of an uploaded file, named by its SHA-256. */
const UPLOADED = /\/media\/[\w=-]+\/([0-9a-f]{64}\.[a-z0-9]+)(?=["?#])/g;
const TRIES = 5;
const PAUSE_MS = 2_000;

/** Finds the paths of uploaded files anywhere in an object. */
export function addressesIn(object: object): string[] {
  return [...JSON.stringify(object).matchAll(UPLOADED)].map(([path]) => path);
}

/** Fetches files of the server into a folder, each once. Their addresses need no key, and are asked for without one. */
export async function fetchFiles(
  context: Context,
  { folder, addresses, show }: { folder: string; addresses: Iterable<string>; show: (text: string) => void },
): Promise<FetchedFiles> {
  const baseUrl = (await context.settings()).baseUrl.value ?? '';
  // Every system: these are paths of addresses.
  const byName = new Map([...addresses].map((path) => [path.slice(path.lastIndexOf('/') + 1), path]));
  const found = { files: 0, bytes: 0, missing: 0 };
  await mkdir(folder, { mode: 0o700 });
  for (const [name, path] of byName) {
    show(`fetching files: ${found.files + found.missing + 1} of ${byName.size} …`);
    const bytes = await fetchFile(context, `${baseUrl}${path}`, join(folder, name));
    if (bytes === null) found.missing += 1;
    else {
      found.files += 1;
      found.bytes += bytes;
    }
  }
  return found;
}

/** @returns size of the file, or null when the server does not have it @throws {CliError} when the server fails again and again */
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
