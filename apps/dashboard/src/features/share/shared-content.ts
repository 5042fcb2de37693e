import { useQuery } from '@tanstack/react-query';

const CACHE = 'social.shared';
const FILES = '/share/files/';

/** Text and files that another app of this device has shared. */
export interface SharedContent {
  /** Title, text and address, a line each; empty for files alone. */
  readonly text: string;
  readonly files: readonly File[];
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

/** Reads what was shared last; null once it was used or discarded. */
export function useSharedContent() {
  return useQuery({ queryKey: SHARED_KEY, queryFn: readShared, networkMode: 'always', staleTime: 0 });
}

/** Forgets what was shared. */
export async function forgetShared(): Promise<void> {
  await globalThis.caches?.delete(CACHE);
}

async function readShared(): Promise<SharedContent | null> {
  if (!globalThis.caches || !(await caches.has(CACHE))) return null;
  const cache = await caches.open(CACHE);
  const text = await (await cache.match('/share/text'))?.text();
  if (text === undefined) return null;
  const requests = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(FILES));
  const answers = await Promise.all(requests.map((request) => cache.match(request)));
  return { text, files: await Promise.all(answers.flatMap((answer) => (answer ? [fileOf(answer)] : []))) };
}

async function fileOf(answer: Response): Promise<File> {
  const name = decodeURIComponent(answer.headers.get('X-File-Name') ?? '');
  return new File([await answer.blob()], name, { type: answer.headers.get('Content-Type') ?? '' });
}
