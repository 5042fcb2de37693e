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
import type { Draft } from '../../shared/drafts/drafts.ts';
import type { Post } from '../../shared/posts/post-standing.ts';
import { type Profile, slugOf } from '../../shared/profiles/profiles.ts';
import type { MediaEntry } from './media/media-entry.ts';
import { MediaShelf } from './media/media-shelf.ts';
import { DraftSaver } from './saving/draft-saver.ts';
import { fieldsOf, formOf } from './saving/form-fields.ts';
import { emptyWriting, type HiddenFields, hasContent, isPollUnfinished, type Writing } from './writing.ts';

/** The part of a writing that a closed tab keeps. It holds files by the address that they were uploaded to. */
interface StoredWriting {
  /** Copies of older versions have the hidden fields as `kept`. */
  readonly draft: Writing & { readonly kept?: HiddenFields };
  readonly media: readonly MediaEntry[];
}

/** Rest after a change before it is written to the browser's storage, which takes longer than a key press may. */
const STORE_MS = 300;

const stores = new Map<string, WritingStore>();
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
 * Returns what is written in this browser, in a draft or anew. It outlives the page that shows it, a reload, and the tab.
 * @param owner workspace and person, whom no other may follow
 * @param draftId id of a draft of the server; null for the one that the server does not have yet
 */
export function writingStoreOf(owner: string, draftId: string | null): WritingStore {
  const key = copyKey(owner, draftId);
  let store = stores.get(key);
  const saved = draftId === null ? store?.writing().saved : null;
  // The draft was saved while another page was open: something new begins.
  if (store && saved) {
    store.moveTo(owner, saved.id);
    store.setOpen(false);
    store = undefined;
  }
  if (!store) {
    adoptCopy(owner, draftId);
    store = new WritingStore(key);
    stores.set(key, store);
  }
  return store;
}

/** A writing with its files, of which the browser's storage keeps what the server does not have. */
export class WritingStore {
  readonly shelf: MediaShelf;
  readonly saver: DraftSaver;
  /** Distinguishes the stores of this tab. */
  readonly number: number;
  readonly #listeners = new Set<() => void>();
  #key: string;
  #writing: Writing;
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
    const stored = readCopy<StoredWriting>(key)?.content;
    const { kept = {}, ...writing }: Partial<StoredWriting['draft']> = stored?.draft ?? {};
    this.#writing = { ...emptyWriting(), hidden: kept, ...writing };
    this.shelf = new MediaShelf(stored?.media ?? []);
    this.shelf.subscribe(() => this.#store());
    this.saver = new DraftSaver(this);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly writing = (): Writing => this.#writing;

  change(change: Partial<Writing>): void {
    this.#writing = { ...this.#writing, ...change };
    this.#store();
    this.#tell();
  }

  /** Returns true when there is something to store that may be stored: what may have been sent must not be sent once more. */
  readonly isWorthSaving = (): boolean =>
    !this.#hasEnded && this.#writing.unsettledKey === null && hasContent(this.#writing, this.shelf.entries());

  /** Returns false where the browser keeps no copy, so that closing the tab loses what was written last. */
  readonly hasCopy = (): boolean => this.#hasCopy;

  /** Returns the post that was sent last until the reader has seen its result, and otherwise null. */
  readonly sent = (): Post | null => this.#sent;

  /** Forgets the post that was sent last. */
  forgetSent(): void {
    this.#sent = null;
    this.#tell();
  }

  /** Begins a new writing for the same profile and platforms after this one was sent. */
  startAnew(sent: Post): void {
    const wasSaved = this.#writing.saved !== null;
    this.#sent = sent;
    this.saver.reset();
    this.shelf.clear();
    this.change(emptyWriting({ profileId: this.#writing.profileId, platforms: this.#writing.platforms }));
    if (wasSaved) this.#forget();
  }

  /** Returns true when the page may show what the store holds: the server's draft was read since it was opened. */
  readonly isOpen = (): boolean => this.#isOpen;

  /** Shows the draft of the server, or what the reader has written since the last save. */
  open(server: Draft, profiles: readonly Profile[]): void {
    if (!this.hasChanges(profiles)) this.take(server, profiles);
    this.setOpen(true);
  }

  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#tell();
  }

  /** Returns true when the reader has written something since the last save. */
  hasChanges(profiles: readonly Profile[]): boolean {
    const { saved, unknownSave, profileId } = this.#writing;
    // It is to be stored as a new draft: somebody has approved or deleted the one it was.
    if (saved === null) return unknownSave !== null || hasContent(this.#writing, this.shelf.entries());
    const fields = fieldsOf(this.#writing, this.shelf.entries(), slugOf(profiles, profileId));
    return unknownSave !== null || JSON.stringify(fields) !== saved.json;
  }

  /** Replaces everything by the draft of the server. */
  take(server: Draft, profiles: readonly Profile[]): void {
    const { writing, media } = formOf(server);
    const profileId = profiles.find(({ slug }) => slug === server.profile)?.id ?? null;
    this.saver.reset();
    this.shelf.replace(media);
    const own = { ...unchosen(this.#writing.own, server.platforms), ...writing.own };
    const settings = { ...unchosen(this.#writing.settings, server.platforms), ...writing.settings };
    const poll = writing.poll ?? (isPollUnfinished(this.#writing) ? this.#writing.poll : null);
    const shown = { ...emptyWriting(), ...writing, own, settings, poll, profileId };
    const json = JSON.stringify(fieldsOf(shown, media, slugOf(profiles, profileId)));
    const saved = { id: server.id, updatedAt: server.updatedAt, at: server.updatedAt, json };
    this.change({ ...shown, saved });
  }

  /** Moves to the id of the draft that the server has stored, so that the next one can be begun. */
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
      const stored: StoredWriting = { draft: this.#writing, media: media.map(withoutFile) };
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
    const { saved, unsettledKey, unknownSave, platforms, own, settings, when } = this.#writing;
    if (saved !== null) {
      const isKeptHere = Object.keys(unchosen({ ...own, ...settings }, platforms)).length > 0;
      return this.saver.hasChanges() || isKeptHere || isPollUnfinished(this.#writing);
    }
    const isOpen = unsettledKey !== null || unknownSave !== null;
    return isOpen || platforms.length > 0 || when === 'later' || hasContent(this.#writing, this.shelf.entries());
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

/** Returns what targets have that are not chosen now. The server does not take it, and it comes back with its target. */
function unchosen<Own>(own: Readonly<Record<string, Own>>, platforms: readonly string[]): Record<string, Own> {
  return Object.fromEntries(Object.entries(own).filter(([target]) => !platforms.includes(target)));
}

/** Replaces the preview's address, which a reload makes invalid, by the path of the uploaded picture. */
function withoutFile(entry: MediaEntry): MediaEntry {
  if (!entry.preview?.startsWith('blob:') || entry.at.stage !== 'ready') return entry;
  return { ...entry, preview: entry.kind === 'image' ? (URL.parse(entry.at.url)?.pathname ?? null) : null };
}

/** Returns a part of what is written. A change of other parts does not render its user again. */
export function useWritingPart<Part>(store: WritingStore, partOf: (writing: Writing) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => partOf(store.writing()));
}

/** Returns what is written and its files. */
export function useWriting(store: WritingStore): { writing: Writing; media: readonly MediaEntry[] } {
  const writing = useSyncExternalStore(store.subscribe, store.writing);
  const media = useSyncExternalStore(store.shelf.subscribe, store.shelf.entries);
  return { writing, media };
}
