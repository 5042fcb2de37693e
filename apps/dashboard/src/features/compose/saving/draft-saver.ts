import { client } from '../../../api/client.ts';
import { describeFailure, failureCode, isTransient } from '../../../api/failures.ts';
import { type Draft, randomId } from '../draft.ts';
import { type FormFields, formOf } from './form-fields.ts';
import type { ServerDraft, UnknownSave } from './saved-draft.ts';

/** Time between the last change and its save. */
const REST_MS = 2_000;
/** Time between two tries while the server does not answer. */
const AGAIN_MS = 15_000;

export type SaveState =
  | { readonly at: 'rest' }
  | { readonly at: 'waiting' }
  | { readonly at: 'saving' }
  | { readonly at: 'failed'; readonly error: unknown }
  /** Somebody else has changed or approved the draft, or deleted it, which leaves null. */
  | { readonly at: 'overtaken'; readonly theirs: ServerDraft | null };

/** The draft that is saved. */
interface Place {
  draft(): Draft;
  change(change: Partial<Draft>): void;
}

/**
 * Saves a draft to the server: the first time when its reader asks for it, from then on after each change. It goes
 * on while another page is open. A save whose answer was lost is repeated with its key, so that it makes no second draft.
 */
export class DraftSaver {
  readonly #place: Place;
  readonly #listeners = new Set<() => void>();
  #state: SaveState = { at: 'rest' };
  #wanted: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;
  #onSaved: (draft: ServerDraft) => void = () => undefined;

  constructor(place: Place) {
    this.#place = place;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SaveState => this.#state;

  /** Calls `onSaved` after each save with what the server has now. */
  announceTo(onSaved: (draft: ServerDraft) => void): void {
    this.#onSaved = onSaved;
  }

  /** Takes over what the form shows now. It is saved a moment later where the server has the draft already. */
  want(fields: FormFields): void {
    const json = JSON.stringify(fields);
    if (json === this.#wanted) return;
    this.#wanted = json;
    if (this.#place.draft().saved === null || this.#state.at === 'overtaken') return;
    if (this.hasChanges()) this.#saveIn(REST_MS);
  }

  /** Returns true while the server lacks something of the draft. */
  hasChanges(): boolean {
    const { saved, unknownSave } = this.#place.draft();
    return unknownSave !== null || (this.#wanted !== null && this.#wanted !== saved?.json);
  }

  /** Saves at once. @returns true when the server has everything that was wanted before */
  save(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#running ??= this.#saveOnce().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Saves until the server has everything. @returns false when a save has failed */
  async saveAll(): Promise<boolean> {
    await this.#running;
    while (this.hasChanges()) if (!(await this.save())) return false;
    clearTimeout(this.#timer);
    return true;
  }

  /** Saves over what somebody else has saved. */
  keepMine(theirs: ServerDraft): Promise<boolean> {
    const { saved } = this.#place.draft();
    if (saved) this.#place.change({ saved: { ...saved, updatedAt: theirs.updatedAt, json: '' } });
    return this.save();
  }

  /** Stores a draft that was approved or deleted as a new one. */
  saveAnew(): Promise<boolean> {
    this.#place.change({ saved: null, unknownSave: null });
    return this.save();
  }

  /** Reads what somebody else has made of the draft. */
  async look(): Promise<void> {
    const draftId = this.#place.draft().saved?.id;
    if (draftId === undefined) return;
    const theirs = await client.drafts.getDraft({ draftId }).catch((error: unknown) => {
      if (failureCode(error) === 'not_found') return null;
      throw error;
    });
    this.#set({ at: 'overtaken', theirs });
  }

  /** Forgets what was wanted, and every failure. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.#set({ at: 'rest' });
  }

  #set(state: SaveState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), ms);
    if (this.#state.at !== 'failed' && this.#state.at !== 'saving') this.#set({ at: 'waiting' });
  }

  async #saveOnce(): Promise<boolean> {
    this.#set({ at: 'saving' });
    try {
      const { unknownSave } = this.#place.draft();
      if (unknownSave) await this.#send(unknownSave);
      const next = this.#next();
      if (next) await this.#send(next);
      this.#set({ at: 'rest' });
      if (this.hasChanges()) this.#saveIn(REST_MS);
      return true;
    } catch (error) {
      await this.#fail(error);
      return false;
    }
  }

  #next(): UnknownSave | null {
    const { saved } = this.#place.draft();
    if (this.#wanted === null || this.#wanted === saved?.json) return null;
    const { id: draftId = null, updatedAt: ifUpdatedAt = null } = saved ?? {};
    return { key: `save ${randomId()}`, draftId, ifUpdatedAt, json: this.#wanted };
  }

  async #send(save: UnknownSave): Promise<void> {
    this.#place.change({ unknownSave: save });
    try {
      const draft = await send(save, this.#place.draft());
      const { id, updatedAt } = draft;
      const saved = { id, updatedAt, at: new Date().toISOString(), json: save.json };
      // What the form does not show may be another's.
      const { kept = {} } = formOf(draft).draft;
      this.#place.change({ unknownSave: null, saved, kept });
      this.#onSaved(draft);
    } catch (error) {
      const isKnown = !describeFailure(error).isUncertain && failureCode(error) !== 'idempotency_in_progress';
      if (isKnown) this.#place.change({ unknownSave: null });
      throw error;
    }
  }

  async #fail(error: unknown): Promise<void> {
    const code = failureCode(error);
    const isOvertaken = code === 'conflict' || code === 'not_found';
    const found =
      isOvertaken &&
      (await this.look()
        .then(() => this.#place.draft().saved !== null)
        .catch(() => false));
    if (found) return;
    this.#set({ at: 'failed', error });
    // A new draft is stored only while its writer asks for it: somebody else may be signed in later.
    if (this.#place.draft().saved === null) return;
    if (isTransient(error) || code === 'idempotency_in_progress') this.#saveIn(AGAIN_MS);
  }
}

function send({ key, draftId, ifUpdatedAt, json }: UnknownSave, { kept }: Draft): Promise<ServerDraft> {
  const { scheduledFor, ...fields } = JSON.parse(json) as FormFields;
  const options = { idempotencyKey: key };
  if (draftId !== null) {
    const change = { ...fields, scheduledFor, ...(ifUpdatedAt !== null && { ifUpdatedAt }) };
    return client.drafts.updateDraft({ draftId, ...change }, options);
  }
  const { scheduledFor: _time, overrides: _overrides, ...others } = kept;
  return client.drafts.createDraft({ ...others, ...fields, ...(scheduledFor !== null && { scheduledFor }) }, options);
}
