import { createClient } from '@social/sdk';
import type { Schema } from '@social/types';
import { lookInWorker } from './look-in-worker.ts';
import { changeByLook, entryOfAddress, entryOfFile, type MediaEntry } from './media-entry.ts';
import { createUploadFetch } from './upload-fetch.ts';

/** Two at a time, because the rest of the page also needs connections to the server. */
const MAX_UPLOADS_AT_ONCE = 2;

/**
 * The files of a post that is being written, in their order. Uploads start as soon as a file was looked at, and continue while
 * the user looks at another page, because this object lives outside the page's components.
 */
export class MediaShelf {
  #entries: readonly MediaEntry[];
  /** Files that were looked at and are not uploaded yet. */
  readonly #files = new Map<string, File>();
  readonly #uploads = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  #lastId = 0;

  constructor(entries: readonly MediaEntry[]) {
    this.#entries = entries;
  }

  /** Calls `listener` after every change. @returns a function that stops the calls */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The same array until something changes. */
  readonly entries = (): readonly MediaEntry[] => this.#entries;

  /** Adds files at the end and begins to look at them and to upload them. @returns their ids */
  addFiles(files: readonly File[]): readonly string[] {
    const added = files.map((file) => entryOfFile(this.#nextId(), file));
    this.#set([...this.#entries, ...added]);
    const ids = added.map(({ id }) => id);
    void this.#lookAt(files, ids);
    return ids;
  }

  /** Adds the file at an address at the end. Returns false for an address that the server could not fetch. */
  addAddress(address: string): boolean {
    const entry = entryOfAddress(this.#nextId(), address);
    if (entry) this.#set([...this.#entries, entry]);
    return entry !== null;
  }

  describe(id: string, alt: string): void {
    this.#change(id, { alt });
  }

  /** Moves an entry to a place, from 0. Does nothing for a place outside the list. */
  moveTo(id: string, to: number): void {
    const entry = this.#entries.find((candidate) => candidate.id === id);
    if (!entry || to < 0 || to >= this.#entries.length) return;
    const rest = this.#entries.filter((other) => other !== entry);
    this.#set([...rest.slice(0, to), entry, ...rest.slice(to)]);
  }

  /** Removes an entry and cancels its upload. */
  remove(id: string): void {
    const entry = this.#entries.find((candidate) => candidate.id === id);
    if (entry) forgetPreview(entry);
    this.#set(this.#entries.filter((candidate) => candidate.id !== id));
    this.#files.delete(id);
    this.#uploads.get(id)?.abort();
  }

  /** Uploads a file again after its upload failed. */
  retry(id: string): void {
    this.#change(id, { at: { stage: 'waiting' } });
    this.#uploadNext();
  }

  clear(): void {
    for (const { id } of this.#entries) this.remove(id);
  }

  /** Shows other files. */
  replace(entries: readonly MediaEntry[]): void {
    this.clear();
    this.#set(entries);
  }

  #nextId(): string {
    this.#lastId += 1;
    const id = `media-${this.#lastId}`;
    return this.#entries.some((entry) => entry.id === id) ? this.#nextId() : id;
  }

  #set(entries: readonly MediaEntry[]): void {
    this.#entries = entries;
    for (const listener of this.#listeners) listener();
  }

  #change(id: string, change: Partial<MediaEntry>): void {
    this.#set(this.#entries.map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  }

  /** Looks at one file after the other, and lets those be uploaded that are not refused. */
  async #lookAt(files: readonly File[], ids: readonly string[]): Promise<void> {
    for (const [index, file] of files.entries()) {
      const id = ids[index] as string;
      const look = await lookInWorker(file).catch(() => undefined);
      const entry = this.#entries.find((candidate) => candidate.id === id);
      if (!entry) continue;
      const change = look === undefined ? {} : changeByLook(file, look);
      if (change.at?.stage === 'refused') forgetPreview(entry);
      else this.#files.set(id, file);
      this.#change(id, change);
      this.#uploadNext();
    }
  }

  #uploadNext(): void {
    if (this.#uploads.size >= MAX_UPLOADS_AT_ONCE) return;
    const next = this.#entries.find(({ id, at }) => at.stage === 'waiting' && this.#files.has(id));
    const file = next && this.#files.get(next.id);
    if (!file) return;
    void this.#upload(next.id, file);
    this.#uploadNext();
  }

  async #upload(id: string, file: File): Promise<void> {
    const controller = new AbortController();
    this.#uploads.set(id, controller);
    this.#change(id, { at: { stage: 'uploading', sentBytes: 0 } });
    const change = await this.#send(id, file, controller.signal).then(uploaded, failed);
    if (change.at?.stage === 'ready') this.#files.delete(id);
    this.#uploads.delete(id);
    this.#change(id, change);
    this.#uploadNext();
  }

  #send(id: string, file: File, signal: AbortSignal): Promise<Schema<'StoredMedia'>> {
    const fetch = createUploadFetch(file, (sentBytes) => this.#change(id, { at: { stage: 'uploading', sentBytes } }));
    const client = createClient({ baseUrl: location.origin, maxRetries: 0, fetch });
    return client.media.uploadMedia({ file }, { signal });
  }
}

function failed(error: unknown): Partial<MediaEntry> {
  return { at: { stage: 'failed', error } };
}

function uploaded({ url, kind, contentType, bytes, ...seen }: Schema<'StoredMedia'>): Partial<MediaEntry> {
  const { width, height, duration } = seen;
  const size = width === undefined || height === undefined ? undefined : { width, height };
  const facts = { ...(size && { size }), ...(duration !== undefined && { duration }) };
  return { kind, contentType, bytes, ...facts, at: { stage: 'ready', url } };
}

function forgetPreview({ preview }: MediaEntry): void {
  if (preview?.startsWith('blob:')) URL.revokeObjectURL(preview);
}
