import { useQuery } from '@tanstack/react-query';

const CACHE = 'social.shared';

/** Text and files that other apps of this device have shared. */
export interface SharedContent {
  /** Title, text and address, a line each, with an empty line between what was shared at several times; empty for files alone. */
  readonly text: string;
  readonly files: readonly File[];
  /** Addresses under which this device keeps the texts. */
  readonly textKeys: readonly string[];
  /** The same for the files, in their order. */
  readonly fileKeys: readonly string[];
}

/**
 * Lets the installed dashboard take what other apps share. Does nothing where the browser has no service workers, which
 * includes pages without https.
 * @see https://w3c.github.io/web-share-target/
 */
export async function registerShareTarget(): Promise<void> {
  // The dashboard works without it, for example in a private window that refuses it.
  await navigator.serviceWorker?.register('/share-worker.js', { scope: '/share' }).catch(() => undefined);
}

/** Key of the query for what was shared. */
export const SHARED_KEY = ['shared', CACHE];

/** Reads what was shared; null once it was used or discarded. */
export function useSharedContent() {
  return useQuery({ queryKey: SHARED_KEY, queryFn: readShared, networkMode: 'always', staleTime: 0 });
}

/** Forgets everything that was shared. */
export async function forgetAllShared(): Promise<void> {
  await globalThis.caches?.delete(CACHE);
}

/** Forgets a part of what was shared. */
export async function forgetShared(keys: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(keys.map((key) => cache.delete(key)));
}

async function readShared(): Promise<SharedContent | null> {
  if (!globalThis.caches || !(await caches.has(CACHE))) return null;
  const cache = await caches.open(CACHE);
  const keys = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  if (keys.length === 0) return null;
  const read = <Value>(among: readonly string[], contentOf: (answer: Response) => Promise<Value>) =>
    Promise.all(among.map(async (key) => contentOf((await cache.match(key)) ?? new Response())));
  const textKeys = keys.filter((key) => key.startsWith('/share/texts/'));
  const fileKeys = keys.filter((key) => key.startsWith('/share/files/'));
  const texts = await read(textKeys, (answer) => answer.text());
  return { text: texts.filter(Boolean).join('\n\n'), files: await read(fileKeys, fileOf), textKeys, fileKeys };
}

async function fileOf(answer: Response): Promise<File> {
  const name = decodeURIComponent(answer.headers.get('X-File-Name') ?? '');
  return new File([await answer.blob()], name, { type: answer.headers.get('Content-Type') ?? '' });
}
