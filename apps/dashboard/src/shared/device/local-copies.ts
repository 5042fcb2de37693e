import type { Schema } from '@social/types';

/** Prefix of every copy in this browser's storage. */
const PREFIX = 'social.draft.';
const TAB = 'social.tab';
/** Age of a copy from which nobody writes on it in another tab. */
const LEFT_MS = 5 * 60_000;

/** A copy of what was written, kept until the server has it. */
interface LocalCopy<Content> {
  readonly version: 2;
  readonly at: number;
  /** Set by a tab that was closed. */
  readonly isLeft: boolean;
  readonly content: Content;
}

/** Longest time that a sign-out waits for saves. */
const SAVE_MS = 5_000;

/** A store of what is written in this tab. */
interface SavedStore {
  /** Saves everything to the server. @returns false when something was not saved */
  save(): Promise<boolean>;
  /** Keeps nothing more for the person who was signed in. */
  end(): void;
}

const stores = new Set<SavedStore>();

/** Has a store saved before a sign-out, and ended after the session. */
export function watchSession(store: SavedStore): void {
  stores.add(store);
}

/** Saves what is written in this tab. @returns false when something was not saved in five seconds */
export async function saveCopies(): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), SAVE_MS));
  const saves = Promise.all([...stores].map((store) => store.save().catch(() => false)));
  return Promise.race([saves.then((all) => all.every(Boolean)), late]);
}

/** Ends the copies of this tab after a session. What is stored stays for the same person. */
export function endCopies(): void {
  for (const store of stores) store.end();
}

/** Ends the copies of this tab, and removes all that are stored for the person who signs out. */
export function forgetCopies(owner: string): void {
  endCopies();
  for (const key of keysOf(`${PREFIX}${owner}.`)) removeCopy(key);
}

/** Names a person of a workspace, for whom copies are kept. */
export function ownerOf({ workspaceId, email }: Pick<Schema<'Account'>, 'workspaceId' | 'email'>): string {
  return `${workspaceId}/${email}`;
}

/**
 * Returns the storage key of a draft's copy. There is one for each tab, so that two tabs do not overwrite each other.
 * @param owner as `ownerOf` names them
 */
export function copyKey(owner: string, draftId: string | null): string {
  return `${PREFIX}${owner}.${draftId ?? 'new'}-${tabId()}`;
}

/** Takes over what was written in a tab that was closed, for a tab that has nothing yet. */
export function adoptCopy(owner: string, draftId: string | null): void {
  const key = copyKey(owner, draftId);
  if (readStorage(key) !== null) return;
  const left = keysOf(`${PREFIX}${owner}.${draftId ?? 'new'}-`).filter((other) => {
    const copy = readCopy<unknown>(other);
    return copy !== null && (copy.isLeft || copy.at < Date.now() - LEFT_MS);
  });
  const [found] = left;
  const json = found === undefined ? null : readStorage(found);
  if (found === undefined || json === null) return;
  removeCopy(found);
  write(key, json);
}

/** Reads a copy; null without one. */
export function readCopy<Content>(key: string): LocalCopy<Content> | null {
  try {
    const copy = JSON.parse(readStorage(key) ?? 'null') as LocalCopy<Content> | null;
    return copy?.version === 2 ? copy : null;
  } catch {
    return null;
  }
}

/** Keeps a copy. @returns false where the browser keeps nothing: its storage may be full or forbidden */
export function writeCopy(key: string, content: unknown, isLeft: boolean): boolean {
  return write(key, JSON.stringify({ version: 2, at: Date.now(), isLeft, content } satisfies LocalCopy<unknown>));
}

/** Notes on a copy whether its tab was closed. */
export function markCopy(key: string, isLeft: boolean): void {
  const copy = readCopy<unknown>(key);
  if (copy && copy.isLeft !== isLeft) writeCopy(key, copy.content, isLeft);
}

export function removeCopy(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

function write(key: string, json: string): boolean {
  try {
    localStorage.setItem(key, json);
    return true;
  } catch {
    return false;
  }
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keysOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

let ownTab: string | undefined;

/** A name for this tab that a reload keeps. */
function tabId(): string {
  ownTab ??= readTab();
  return ownTab;
}

function readTab(): string {
  const made = Math.random().toString(36).slice(2);
  try {
    const tab = sessionStorage.getItem(TAB) ?? made;
    sessionStorage.setItem(TAB, tab);
    return tab;
  } catch {
    return made;
  }
}
