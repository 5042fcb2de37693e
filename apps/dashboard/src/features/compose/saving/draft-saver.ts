import { client } from '../../../api/client.ts';
import { describeFailure, failureCode, isTransient } from '../../../api/failures.ts';
import type { Draft } from '../../../shared/drafts/drafts.ts';
import { randomId, type Writing } from '../writing.ts';
import { type FormFields, formOf } from './form-fields.ts';
import type { UnknownSave } from './saved-draft.ts';

/** Time between the last change and its save. */
const REST_MS = 2_000;
/** The same before the first save, so that what is published at once does not become a draft first. */
const FIRST_REST_MS = 3_000;
/** Time between two tries while the server does not answer. */
const AGAIN_MS = 15_000;

export type SaveState =
  | { readonly at: 'rest' }
  | { readonly at: 'waiting' }
  | { readonly at: 'saving' }
  | { readonly at: 'failed'; readonly error: unknown }
  /** Somebody else has changed or approved the draft, or deleted it, which leaves null. */
  | { readonly at: 'overtaken'; readonly theirs: Draft | null };

/** The draft that is saved. */
interface Place {
  writing(): Writing;
  change(change: Partial<Writing>): void;
  isWorthSaving(): boolean;
  /** Writes this device's copy. */
  writeCopy(): void;
}

/**
 * Saves a draft to the server a moment after each change, from the first one that is worth it. It goes on while another page
 * is open. A save whose answer was lost is repeated with its key, so that it makes no second draft.
 */
export class DraftSaver {
  readonly #place: Place;
  readonly #listeners = new Set<() => void>();
  #state: SaveState = { at: 'rest' };
  #wanted: string | null = null;
  #first: Partial<Writing> = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;
  #onSaved: (draft: Draft) => void = () => undefined;

  constructor(place: Place) {
    this.#place = place;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): SaveState => this.#state;

  /** Calls `onSaved` after each save with what the server has now. */
  announceTo(onSaved: (draft: Draft) => void): void {
    this.#onSaved = onSaved;
  }

  /**
   * Takes over what the form shows now, which is saved a moment later.
   * @param first change of the draft that its first save makes, for what the form leaves out
   */
  want(fields: FormFields, first: Partial<Writing> = {}): void {
    const json = JSON.stringify(fields);
    this.#first = first;
    if (json === this.#wanted) return;
    this.#wanted = json;
    const { saved } = this.#place.writing();
    if (this.#state.at === 'overtaken' || !this.hasChanges()) return;
    if (saved !== null) this.#saveIn(REST_MS);
    else if (this.#place.isWorthSaving()) this.#saveIn(FIRST_REST_MS);
    else this.#rest();
  }

  /** Returns true while the server lacks something of the draft. */
  hasChanges(): boolean {
    const { saved, unknownSave } = this.#place.writing();
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
  overwriteTheirs(theirs: Draft): Promise<boolean> {
    const { saved } = this.#place.writing();
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
    const draftId = this.#place.writing().saved?.id;
    if (draftId === undefined) return;
    const theirs = await client.drafts.getDraft({ draftId }).catch((error: unknown) => {
      if (failureCode(error) === 'not_found') return null;
      throw error;
    });
    this.#set({ at: 'overtaken', theirs });
  }

  /** Takes notice of what somebody else has made of the draft, while this tab has changes that are not saved. */
  overtake(theirs: Draft | null): void {
    clearTimeout(this.#timer);
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

  /** Waits no more, for example since everything was deleted again. */
  #rest(): void {
    clearTimeout(this.#timer);
    if (this.#state.at === 'waiting') this.#set({ at: 'rest' });
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), ms);
    if (this.#state.at !== 'failed' && this.#state.at !== 'saving') this.#set({ at: 'waiting' });
  }

  async #saveOnce(): Promise<boolean> {
    if (!this.#mayBegin()) {
      this.#rest();
      return false;
    }
    this.#set({ at: 'saving' });
    if (this.#place.writing().saved === null) this.#place.change(this.#first);
    try {
      const { unknownSave } = this.#place.writing();
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

  /** A save that was begun is ended; a new draft must be worth it. */
  #mayBegin(): boolean {
    const { saved, unknownSave } = this.#place.writing();
    return saved !== null || unknownSave !== null || this.#place.isWorthSaving();
  }

  #next(): UnknownSave | null {
    const { saved } = this.#place.writing();
    if (this.#wanted === null || this.#wanted === saved?.json) return null;
    const { id: draftId = null, updatedAt: ifUpdatedAt = null } = saved ?? {};
    return { key: `save ${randomId()}`, draftId, ifUpdatedAt, json: this.#wanted };
  }

  async #send(save: UnknownSave): Promise<void> {
    this.#place.change({ unknownSave: save });
    this.#place.writeCopy();
    const { hidden: hiddenBefore } = this.#place.writing();
    try {
      const draft = await send(save, this.#place.writing());
      const { id, updatedAt } = draft;
      const saved = { id, updatedAt, at: new Date().toISOString(), json: save.json };
      // What the form does not show may be another's; what was taken out since then stays out.
      const { hidden: now } = this.#place.writing();
      const hidden = now === hiddenBefore ? (formOf(draft).writing.hidden ?? {}) : now;
      this.#place.change({ unknownSave: null, saved, hidden });
      this.#place.writeCopy();
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
        .then(() => this.#place.writing().saved !== null)
        .catch(() => false));
    if (found) return;
    this.#set({ at: 'failed', error });
    if (isTransient(error) || code === 'idempotency_in_progress') this.#saveIn(AGAIN_MS);
  }
}

function send({ key, draftId, ifUpdatedAt, json }: UnknownSave, { hidden }: Writing): Promise<Draft> {
  const { scheduledFor, slot, poll, ...fields } = JSON.parse(json) as FormFields;
  const options = { idempotencyKey: key };
  // Each of both replaces the other.
  const timing = slot === null ? { scheduledFor } : { slot };
  if (draftId !== null) {
    const change = { ...fields, poll, ...timing, ...(ifUpdatedAt !== null && { ifUpdatedAt }) };
    return client.drafts.updateDraft({ draftId, ...change }, options);
  }
  const { scheduledFor: _time, overrides: _overrides, meta: _meta, ...others } = hidden;
  const { scheduledFor: at = null } = timing;
  return client.drafts.createDraft(
    {
      ...others,
      ...fields,
      ...(poll && { poll }),
      ...(at !== null && { scheduledFor: at }),
      ...(slot !== null && { slot }),
    },
    options,
  );
}
