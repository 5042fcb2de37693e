import type { Checkpoint, PublishContext } from '../../driver.ts';
import { asRecord, type JsonObject, parseLosslessJson } from '../../http/lossless-json.ts';

/** A record that may have been written: every further attempt writes it again to the letter, at the same key. */
export interface FrozenRecord {
  readonly key: string;
  readonly record: JsonObject;
  /** Records beside it, which are written in the same commit. */
  readonly gates: readonly JsonObject[];
  /** Sentence for the user; null without one. */
  readonly note: string | null;
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

/** Reads the record of an interrupted publish; null before it had one. */
export function readFrozen(checkpoint: Checkpoint | null | undefined): FrozenRecord | null {
  const { step, key, record: text, gates = '[]', note = null, sentAt } = checkpoint ?? {};
  if (step !== 'publish' || typeof key !== 'string' || typeof text !== 'string' || typeof sentAt !== 'number')
    return null;
  const record = asRecord(parseLosslessJson(text));
  return record && { key, record, gates: readGates(gates), note: typeof note === 'string' ? note : null, sentAt };
}

function readGates(text: unknown): JsonObject[] {
  const gates: unknown = typeof text === 'string' ? parseLosslessJson(text) : null;
  return Array.isArray(gates) ? gates.map(asRecord).filter((gate) => gate !== null) : [];
}

/** Stores a record before it is written. */
export async function saveFrozen(
  { saveCheckpoint }: PublishContext,
  { key, record, gates, note, sentAt }: FrozenRecord,
): Promise<void> {
  const written = { key, record: JSON.stringify(record), ...(gates.length > 0 && { gates: JSON.stringify(gates) }) };
  await saveCheckpoint?.({ step: 'publish', ...written, note, sentAt });
}

/** Stores that nothing was written: files without a record are seen by nobody, and the publish can begin again. */
export async function saveUnwritten({ saveCheckpoint }: PublishContext): Promise<void> {
  await saveCheckpoint?.({ step: 'upload' });
}
