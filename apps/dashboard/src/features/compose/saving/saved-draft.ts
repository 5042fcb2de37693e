import type { Schema } from '@social/types';

/** A draft as the server takes it. */
export type DraftBody = Schema<'NewDraft'>;

/** State of a draft at the server. */
export interface SavedDraft {
  readonly id: string;
  /** State that this tab has seen last. A save over another state is refused. */
  readonly updatedAt: string;
  /** Instant of the last save or read by this tab's clock. */
  readonly at: string;
  /** The fields of the form as they were saved, as JSON; empty where they differ in any case. */
  readonly json: string;
}

/** A save whose answer was lost. It is repeated as it was, under its key, before anything newer is saved. */
export interface UnknownSave {
  readonly key: string;
  /** Id of the draft; null for a save that creates it. */
  readonly draftId: string | null;
  readonly ifUpdatedAt: string | null;
  readonly json: string;
}
