import type { OutgoingMedia } from '@social/platforms';
import { once } from '@social/platforms/guarded';
import { encodingProblem, fileProblem, type KnownFile, mediaFacts, planFile } from '@social/rules';
import { networkName } from '@social/types';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Downloader } from './fetch/download.ts';
import { fetchLimitsFor, type Taker } from './fetch/fetch-limits.ts';
import type { MediaPolicy } from './fetch/media-url.ts';
import { fileNameAt, nameOfType } from './file-name.ts';
import type { PictureFitter } from './fit/picture-fitter.ts';
import { createMediaFitting, lookedFileOf, type MediaFitting, until } from './fit-media.ts';
import {
  type ContentMedia,
  type MediaBatch,
  MediaError,
  type MediaOrder,
  type MediaSource,
  NOT_STORED,
  type PreparedFile,
} from './keep/media-source.ts';
import type { TemporaryFiles } from './keep/temporary-files.ts';
import type { OwnFile, OwnFiles } from './own-files.ts';

/** Most files of one workspace that a process fetches at a time, so that a slow host takes no connection from others. */
const FETCHES_PER_WORKSPACE = 20;

/**
 * Creates the source of posts' media: uploaded files, and files at addresses that users give, as far as the policy allows them.
 * Files stay on the disk until their batch is closed; disposing of the source closes every batch.
 */
export function createUrlMediaSource(
  policy: MediaPolicy,
  { own, files, fitter }: { own: OwnFiles; files: TemporaryFiles; fitter: PictureFitter },
): MediaSource & AsyncDisposable {
  const open = new Set<MediaBatch>();
  const limits = new Map<string, LimitFunction>();
  const fittingOf = createMediaFitting(own, fitter);
  let loading: Promise<Downloader> | undefined;
  // Loaded with the first file, since most posts have no media.
  const loadDownloader = () => {
    loading ??= import('./fetch/download.ts').then(({ createDownloader }) => createDownloader({ policy, files }));
    return loading;
  };
  /** Fetches a file when its workspace fetches few enough others. */
  async function fetchInTurn(
    workspaceId: string,
    url: string,
    { takers, signal }: { readonly takers: readonly Taker[]; readonly signal: AbortSignal },
  ): Promise<OwnFile> {
    const { download } = await loadDownloader();
    const limit = limits.get(workspaceId) ?? pLimit(FETCHES_PER_WORKSPACE);
    limits.set(workspaceId, limit);
    const fetching = limit(() => {
      signal.throwIfAborted();
      return download(url, signal, { owner: workspaceId, limits: fetchLimitsFor(takers) });
    }).finally(() => {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(workspaceId);
    });
    try {
      // A file that waits for others does not delay the end of its post.
      const fetched = await Promise.race([fetching, abortOf(signal)]);
      return { ...fetched, name: fileNameAt(url) ?? nameOfType(fetched.look), publicUrl: url };
    } catch (error) {
      void fetching.then(({ file }) => file.remove()).catch(() => undefined);
      throw error;
    }
  }
  /** Opens the copy of a file. @returns null without one, also when it was deleted */
  async function openCopy(workspaceId: string, { url, copy }: ContentMedia, signal: AbortSignal) {
    const file = copy === undefined ? null : await own.openForPost(workspaceId, copy, signal);
    return file && { ...file, name: fileNameAt(url) ?? file.name, publicUrl: file.publicUrl ?? url };
  }
  return {
    async copy(workspaceId, url, by) {
      const { file, name } = await fetchInTurn(workspaceId, url, by);
      try {
        const sha256 = file.sha256();
        await own.keep(workspaceId, { name, sha256, bytes: file.bytes, pieces: until(by.signal, file.read()) });
        return sha256;
      } finally {
        await file.remove();
      }
    },

    openBatch(workspaceId, posts) {
      const find = async (media: ContentMedia, signal: AbortSignal): Promise<OwnFile> => {
        const { url } = media;
        const sha256 = policy.ownFileOf?.(url) ?? null;
        if (sha256 !== null) return openOwn(await own.openForPost(workspaceId, sha256, signal));
        const takers = posts.filter((post) => post.media.some((each) => each.url === url));
        return (await openCopy(workspaceId, media, signal)) ?? fetchInTurn(workspaceId, url, { takers, signal });
      };
      const batch = createBatch(find, fittingOf(workspaceId), () => open.delete(batch));
      open.add(batch);
      return batch;
    },
    async [Symbol.asyncDispose]() {
      fitter.close();
      await Promise.all([...open].map((batch) => batch.close()));
      await (await loading)?.close();
    },
  };
}

/** @throws MediaError when the workspace has no such file */
function openOwn(file: OwnFile | null): OwnFile {
  if (file) return file;
  throw new MediaError('media_refused', NOT_STORED);
}

/** Rejects when the signal aborts. */
function abortOf(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  once(signal, 'abort', () => reject(signal.reason));
  promise.catch(() => undefined);
  return promise;
}

type Find = (media: ContentMedia, signal: AbortSignal) => Promise<OwnFile>;

function createBatch(find: Find, fitting: MediaFitting, onClose: () => void): MediaBatch {
  const stop = new AbortController();
  const files = new Map<string, Promise<OwnFile>>();
  const stripped = new Map<string, ReturnType<MediaFitting['strip']>>();
  /** Files that were changed, known before they are stored, so that a batch that is closed meanwhile closes them. */
  const changed: Promise<OwnFile | null>[] = [];
  // A post waits for one file at a time, so that its own files do not fill the queue.
  const oneFit = pLimit(1);

  function fetchOnce(media: ContentMedia): Promise<OwnFile> {
    const known = files.get(media.url) ?? find(media, stop.signal);
    files.set(media.url, known);
    return known;
  }

  function keepOpen(file: Promise<OwnFile | null>): void {
    changed.push(file.catch(() => null));
  }

  /** Strips a file once for all networks of the post. */
  function stripOnce(url: string, file: OwnFile): ReturnType<MediaFitting['strip']> {
    const known = stripped.get(url);
    if (known) return known;
    const stripping = oneFit(() => fitting.strip(file, stop.signal));
    stripped.set(url, stripping);
    keepOpen(stripping.then((result) => result?.file ?? null));
    return stripping;
  }

  /** Loads a file, in the form in which the platform takes it. @param number its place among the files, from 1 */
  async function loadOne(order: MediaOrder, media: ContentMedia, number: number): Promise<Loaded> {
    const { url } = media;
    const earlier = order.earlier.find((one) => one.number === number && one.url === url);
    if (earlier?.sha256) {
      const reopening = fitting.reopen(earlier.sha256, stop.signal);
      keepOpen(reopening);
      const sent = await reopening;
      if (sent) return { file: sent, record: earlier };
    }
    const file = await fetchOnce(media);
    const looked = lookedFileOf(media, file);
    const { platform, network, fitMedia } = order;
    const plan = planFile(looked, mediaFacts(platform, order), { fitMedia, taker: networkName(network) });
    const problem = encodingProblem(looked, plan);
    if (problem !== null) throw new MediaError('media_refused', problem);
    requireTaken(order, plan.file);
    if (looked.kind === 'document')
      return { file, record: plan.note === null ? null : { number, url, sha256: null, note: plan.note } };
    if (!plan.isEncoded && !order.fitMedia) return { file, record: null };
    const result = plan.isEncoded ? null : await stripOnce(url, file);
    if (result !== null) return { file: result.file, record: recordOf(result, { number, url }) };
    const fit = oneFit(() => fitting.fit(file, order, { media, signal: stop.signal }));
    keepOpen(fit.then((fitted) => fitted.file));
    const { file: fitted, note } = await fit;
    return { file: fitted, record: { number, url, sha256: fitted.file.sha256(), note } };
  }

  return {
    async load(order) {
      const loaded = await Promise.all(
        order.media.map(async (each, index) => {
          const { file, record } = await loadOne(order, each, index + 1);
          return { media: toOutgoing(order, each, file), record };
        }),
      );
      return {
        media: loaded.map(({ media }) => media),
        fitted: loaded.flatMap(({ record }) => record ?? []),
      };
    },
    async close() {
      stop.abort();
      onClose();
      for (const result of await Promise.allSettled(files.values())) {
        if (result.status === 'fulfilled') await result.value.file.remove();
      }
      for (const file of await Promise.all(changed)) await file?.file.remove();
    },
  };
}

/** A file to send, and what is stored about it where something was done or is to be said. */
interface Loaded {
  readonly file: OwnFile;
  readonly record: PreparedFile | null;
}

function recordOf(
  { file, isChanged, note }: NonNullable<Awaited<ReturnType<MediaFitting['strip']>>>,
  place: Pick<PreparedFile, 'number' | 'url'>,
): PreparedFile | null {
  if (!isChanged && note === null) return null;
  return { ...place, sha256: isChanged ? file.file.sha256() : null, note };
}

/** Converts a file for the driver. @throws MediaError when the network does not take the file */
function toOutgoing(order: MediaOrder, media: ContentMedia, found: OwnFile): OutgoingMedia {
  requireTaken(order, lookedFileOf(media, found));
  const { file, look, publicUrl } = found;
  const { kind, contentType, size: dimensions, duration, isAnimated, frames } = look;
  return {
    ...{ kind, contentType, dimensions, duration, isAnimated, frames },
    ...{ alt: media.alt, bytes: file.bytes, sha256: file.sha256(), fileName: found.name, publicUrl },
    open: (fromByte) => file.read(fromByte),
  };
}

/** @throws MediaError when the network does not take the file */
function requireTaken({ platform, ...place }: MediaOrder, file: KnownFile): void {
  const problem = fileProblem(file, mediaFacts(platform, place), networkName(place.network));
  if (problem !== null) throw new MediaError('media_refused', problem);
}
