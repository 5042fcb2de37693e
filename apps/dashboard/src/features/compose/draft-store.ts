import { useSyncExternalStore } from 'react';
import type { MediaEntry } from '../media/media-entry.ts';
import { MediaShelf } from '../media/media-shelf.ts';
import type { Post } from '../posts/post-standing.ts';
import { type Draft, emptyDraft } from './draft.ts';

/** The part of a draft that a reload keeps. It holds files by the address that they were uploaded to. */
interface StoredDraft {
  readonly version: 1;
  readonly draft: Draft;
  readonly media: readonly MediaEntry[];
}

const stores = new Map<string, DraftStore>();

/** Returns this tab's draft of a workspace. The draft outlives the page that shows it, and a reload. */
export function draftStoreOf(workspaceId: string): DraftStore {
  let store = stores.get(workspaceId);
  if (!store) {
    store = new DraftStore(`social.draft.${workspaceId}`);
    stores.set(workspaceId, store);
  }
  return store;
}

/** A draft with its files in the tab's session storage. */
export class DraftStore {
  readonly shelf: MediaShelf;
  /** Distinguishes this draft from those of other workspaces. */
  readonly key: string;
  readonly #listeners = new Set<() => void>();
  #draft: Draft;
  #sent: Post | null = null;

  constructor(key: string) {
    this.key = key;
    const stored = readStored(key);
    this.#draft = { ...emptyDraft(), ...stored?.draft };
    this.shelf = new MediaShelf(stored?.media ?? []);
    this.shelf.subscribe(() => this.#save());
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly draft = (): Draft => this.#draft;

  change(change: Partial<Draft>): void {
    this.#draft = { ...this.#draft, ...change };
    this.#save();
    for (const listener of this.#listeners) listener();
  }

  /** Returns the post that was sent last until the reader has seen its result, and otherwise null. */
  readonly sent = (): Post | null => this.#sent;

  /** Forgets the post that was sent last. */
  forgetSent(): void {
    this.#sent = null;
    for (const listener of this.#listeners) listener();
  }

  /** Begins a new draft for the same profile and platforms after this one was sent. */
  startAnew(sent: Post): void {
    this.#sent = sent;
    this.shelf.clear();
    this.change(emptyDraft({ profileId: this.#draft.profileId, platforms: this.#draft.platforms }));
  }

  #save(): void {
    const media = this.shelf.entries().filter(({ at }) => at.stage === 'ready');
    const stored: StoredDraft = { version: 1, draft: this.#draft, media: media.map(withoutFile) };
    try {
      sessionStorage.setItem(this.key, JSON.stringify(stored));
    } catch {
      // Storage may be full or forbidden; the draft then lives as long as its page.
    }
  }
}

/** Replaces the preview's address, which a reload makes invalid, by the path of the uploaded picture. */
function withoutFile(entry: MediaEntry): MediaEntry {
  if (!entry.preview?.startsWith('blob:') || entry.at.stage !== 'ready') return entry;
  return { ...entry, preview: entry.kind === 'image' ? (URL.parse(entry.at.url)?.pathname ?? null) : null };
}

function readStored(storageKey: string): StoredDraft | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as StoredDraft | null;
    return stored?.version === 1 ? stored : null;
  } catch {
    return null;
  }
}

/** Returns the current draft and its files. */
export function useDraft(store: DraftStore): { draft: Draft; media: readonly MediaEntry[] } {
  const draft = useSyncExternalStore(store.subscribe, store.draft);
  const media = useSyncExternalStore(store.shelf.subscribe, store.shelf.entries);
  return { draft, media };
}
