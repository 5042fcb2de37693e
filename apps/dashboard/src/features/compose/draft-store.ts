import { useSyncExternalStore } from 'react';
import type { MediaEntry } from '../media/media-entry.ts';
import { MediaShelf } from '../media/media-shelf.ts';
import type { Post } from '../posts/post-standing.ts';
import { type Profile, slugOf } from '../profiles/profiles.ts';
import { type Draft, emptyDraft, hasContent } from './draft.ts';
import { DraftSaver } from './saving/draft-saver.ts';
import { fieldsOf, formOf } from './saving/form-fields.ts';
import type { ServerDraft } from './saving/saved-draft.ts';

/** The part of a draft that a reload keeps. It holds files by the address that they were uploaded to. */
interface StoredDraft {
  readonly version: 1;
  readonly draft: Draft;
  readonly media: readonly MediaEntry[];
}

const stores = new Map<string, DraftStore>();
let lastNumber = 0;

/**
 * Returns what this tab has of a draft. It outlives the page that shows it, and a reload.
 * @param draftId id of a draft of the server; null for the one that the server does not have yet
 */
export function draftStoreOf(workspaceId: string, draftId: string | null): DraftStore {
  const key = keyOf(workspaceId, draftId);
  let store = stores.get(key);
  if (!store) {
    store = new DraftStore(key);
    stores.set(key, store);
  }
  return store;
}

function keyOf(workspaceId: string, draftId: string | null): string {
  return `social.draft.${workspaceId}${draftId === null ? '' : `.${draftId}`}`;
}

/** A draft with its files in the tab's session storage. */
export class DraftStore {
  readonly shelf: MediaShelf;
  readonly saver: DraftSaver;
  /** Distinguishes the stores of this tab. */
  readonly number: number;
  readonly #listeners = new Set<() => void>();
  #key: string;
  #draft: Draft;
  #sent: Post | null = null;
  #isOpen = false;

  constructor(key: string) {
    lastNumber += 1;
    this.number = lastNumber;
    this.#key = key;
    const stored = readStored(key);
    this.#draft = { ...emptyDraft(), ...stored?.draft };
    this.shelf = new MediaShelf(stored?.media ?? []);
    this.shelf.subscribe(() => this.#store());
    this.saver = new DraftSaver(this);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly draft = (): Draft => this.#draft;

  change(change: Partial<Draft>): void {
    this.#draft = { ...this.#draft, ...change };
    this.#store();
    this.#tell();
  }

  /** Returns the post that was sent last until the reader has seen its result, and otherwise null. */
  readonly sent = (): Post | null => this.#sent;

  /** Forgets the post that was sent last. */
  forgetSent(): void {
    this.#sent = null;
    this.#tell();
  }

  /** Begins a new draft for the same profile and platforms after this one was sent. */
  startAnew(sent: Post): void {
    const wasSaved = this.#draft.saved !== null;
    this.#sent = sent;
    this.saver.reset();
    this.shelf.clear();
    this.change(emptyDraft({ profileId: this.#draft.profileId, platforms: this.#draft.platforms }));
    if (wasSaved) this.#forget();
  }

  /** Returns true when the page may show what the store holds: the server's draft was read since it was opened. */
  readonly isOpen = (): boolean => this.#isOpen;

  /** Shows the draft of the server, or what the reader has written since the last save. */
  open(server: ServerDraft, profiles: readonly Profile[]): void {
    if (!this.hasChanges(profiles)) this.take(server, profiles);
    this.setOpen(true);
  }

  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#tell();
  }

  /** Returns true when the reader has written something since the last save. */
  hasChanges(profiles: readonly Profile[]): boolean {
    const { saved, unknownSave, profileId } = this.#draft;
    // A draft that was to be stored as a new one, after somebody had approved or deleted it.
    if (saved === null) return unknownSave !== null || hasContent(this.#draft, this.shelf.entries());
    const fields = fieldsOf(this.#draft, this.shelf.entries(), slugOf(profiles, profileId));
    return unknownSave !== null || JSON.stringify(fields) !== saved.json;
  }

  /** Replaces everything by the draft of the server. */
  take(server: ServerDraft, profiles: readonly Profile[]): void {
    const { draft, media } = formOf(server);
    const profileId = profiles.find(({ slug }) => slug === server.profile)?.id ?? null;
    this.saver.reset();
    this.shelf.replace(media);
    const shown = { ...emptyDraft(), ...draft, profileId };
    const json = JSON.stringify(fieldsOf(shown, media, slugOf(profiles, profileId)));
    const saved = { id: server.id, updatedAt: server.updatedAt, at: server.updatedAt, json };
    this.change({ ...shown, saved });
  }

  /** Keeps a draft that the server has stored under its id, so that the next one can be begun. */
  moveTo(workspaceId: string, draftId: string): void {
    this.#forget();
    this.#key = keyOf(workspaceId, draftId);
    stores.set(this.#key, this);
    this.#isOpen = true;
    this.#store();
  }

  #forget(): void {
    if (stores.get(this.#key) === this) stores.delete(this.#key);
    try {
      sessionStorage.removeItem(this.#key);
    } catch {
      // Without storage there is nothing to remove.
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #store(): void {
    const media = this.shelf.entries().filter(({ at }) => at.stage === 'ready');
    const stored: StoredDraft = { version: 1, draft: this.#draft, media: media.map(withoutFile) };
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(stored));
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
