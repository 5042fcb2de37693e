import { useSyncExternalStore } from 'react';
import {
  adoptCopy,
  copyKey,
  markCopy,
  readCopy,
  removeCopy,
  watchSession,
  writeCopy,
} from '../../shared/device/local-copies.ts';
import type { Post } from '../../shared/posts/post-standing.ts';
import { type Profile, slugOf } from '../../shared/profiles/profiles.ts';
import { type Draft, emptyDraft, type HiddenFields, hasContent } from './draft.ts';
import type { MediaEntry } from './media/media-entry.ts';
import { MediaShelf } from './media/media-shelf.ts';
import { DraftSaver } from './saving/draft-saver.ts';
import { fieldsOf, formOf } from './saving/form-fields.ts';
import type { ServerDraft } from './saving/saved-draft.ts';

/** The part of a draft that a closed tab keeps. It holds files by the address that they were uploaded to. */
interface StoredDraft {
  /** Copies of older versions have the hidden fields as `kept`. */
  readonly draft: Draft & { readonly kept?: HiddenFields };
  readonly media: readonly MediaEntry[];
}

/** Rest after a change before it is written to the browser's storage, which takes longer than a key press may. */
const STORE_MS = 300;

const stores = new Map<string, DraftStore>();
let lastNumber = 0;

watchSession({
  async save() {
    const saves = await Promise.all([...new Set(stores.values())].map((store) => store.saveAll()));
    return saves.every(Boolean);
  },
  end() {
    for (const store of new Set(stores.values())) store.end();
    stores.clear();
  },
});
addEventListener('pagehide', () => {
  for (const store of stores.values()) store.writeCopy(true);
});
addEventListener('online', () => {
  for (const { saver } of stores.values()) if (saver.state().at === 'failed') void saver.save();
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const store of stores.values()) store.writeCopy();
});

/**
 * Returns what this browser has of a draft. It outlives the page that shows it, a reload, and the tab.
 * @param owner workspace and person, whom no other may follow
 * @param draftId id of a draft of the server; null for the one that the server does not have yet
 */
export function draftStoreOf(owner: string, draftId: string | null): DraftStore {
  const key = copyKey(owner, draftId);
  let store = stores.get(key);
  const saved = draftId === null ? store?.draft().saved : null;
  // The draft was saved while another page was open: something new begins.
  if (store && saved) {
    store.moveTo(owner, saved.id);
    store.setOpen(false);
    store = undefined;
  }
  if (!store) {
    adoptCopy(owner, draftId);
    store = new DraftStore(key);
    stores.set(key, store);
  }
  return store;
}

/** A draft with its files, of which the browser's storage keeps what the server does not have. */
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
  #hasCopy = true;
  #hasEnded = false;
  /** Set once the copy may differ from what is stored. */
  #hasChanged = false;
  #storing: ReturnType<typeof setTimeout> | undefined;

  constructor(key: string) {
    lastNumber += 1;
    this.number = lastNumber;
    this.#key = key;
    const stored = readCopy<StoredDraft>(key)?.content;
    const { kept = {}, ...draft }: Partial<StoredDraft['draft']> = stored?.draft ?? {};
    this.#draft = { ...emptyDraft(), hidden: kept, ...draft };
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

  /** Returns true when there is something to store that may be stored: what may have been sent must not be sent once more. */
  readonly isWorthSaving = (): boolean =>
    !this.#hasEnded && this.#draft.unsettledKey === null && hasContent(this.#draft, this.shelf.entries());

  /** Returns false where the browser keeps no copy, so that closing the tab loses what was written last. */
  readonly hasCopy = (): boolean => this.#hasCopy;

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
    const own = { ...unchosenTexts(this.#draft.own, server.platforms), ...draft.own };
    const shown = { ...emptyDraft(), ...draft, own, profileId };
    const json = JSON.stringify(fieldsOf(shown, media, slugOf(profiles, profileId)));
    const saved = { id: server.id, updatedAt: server.updatedAt, at: server.updatedAt, json };
    this.change({ ...shown, saved });
  }

  /** Holds a draft that the server has stored under its id, so that the next one can be begun. */
  moveTo(owner: string, draftId: string): void {
    this.#forget();
    this.#key = copyKey(owner, draftId);
    stores.set(this.#key, this);
    this.#isOpen = true;
    this.writeCopy();
  }

  /** Writes the copy, or removes it where the server has everything. @param isLeft set when the tab is closed */
  writeCopy(isLeft = false): void {
    clearTimeout(this.#storing);
    this.#storing = undefined;
    if (this.#hasEnded) return;
    if (!this.#hasChanged) markCopy(this.#key, isLeft);
    else if (!this.#isNeeded()) removeCopy(this.#key);
    else {
      const media = this.shelf.entries().filter(({ at }) => at.stage === 'ready');
      const stored: StoredDraft = { draft: this.#draft, media: media.map(withoutFile) };
      this.#hasCopy = writeCopy(this.#key, stored, isLeft);
    }
  }

  /** Saves what may be saved. @returns false when something was not */
  async saveAll(): Promise<boolean> {
    return !this.isWorthSaving() || this.saver.saveAll();
  }

  /** Saves and keeps nothing more: somebody else may be signed in next. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#storing);
    this.saver.reset();
    this.shelf.clear();
  }

  /** Returns true when the server lacks something. The chosen platforms and the time count too: a reload keeps them. */
  #isNeeded(): boolean {
    const { saved, unsettledKey, unknownSave, platforms, own, when } = this.#draft;
    if (saved !== null) return this.saver.hasChanges() || Object.keys(unchosenTexts(own, platforms)).length > 0;
    const isOpen = unsettledKey !== null || unknownSave !== null;
    return isOpen || platforms.length > 0 || when === 'later' || hasContent(this.#draft, this.shelf.entries());
  }

  #forget(): void {
    if (stores.get(this.#key) === this) stores.delete(this.#key);
    removeCopy(this.#key);
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #store(): void {
    this.#hasChanged = true;
    this.#storing ??= setTimeout(() => this.writeCopy(), STORE_MS);
  }
}

/** Returns the texts of networks that are not chosen now. The server does not take them, and they come back with their network. */
function unchosenTexts(own: Draft['own'], platforms: readonly string[]): Draft['own'] {
  return Object.fromEntries(Object.entries(own).filter(([platform]) => !platforms.includes(platform)));
}

/** Replaces the preview's address, which a reload makes invalid, by the path of the uploaded picture. */
function withoutFile(entry: MediaEntry): MediaEntry {
  if (!entry.preview?.startsWith('blob:') || entry.at.stage !== 'ready') return entry;
  return { ...entry, preview: entry.kind === 'image' ? (URL.parse(entry.at.url)?.pathname ?? null) : null };
}

/** Returns a part of the current draft. A change of other parts does not render its user again. */
export function useDraftPart<Part>(store: DraftStore, partOf: (draft: Draft) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => partOf(store.draft()));
}

/** Returns the current draft and its files. */
export function useDraft(store: DraftStore): { draft: Draft; media: readonly MediaEntry[] } {
  const draft = useSyncExternalStore(store.subscribe, store.draft);
  const media = useSyncExternalStore(store.shelf.subscribe, store.shelf.entries);
  return { draft, media };
}
