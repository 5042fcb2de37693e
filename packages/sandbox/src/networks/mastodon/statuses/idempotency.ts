import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, type Reply, replyOf } from '../../../http/route.ts';
import { internalError, notFound, refuse } from '../errors.ts';
import type { Session } from '../session.ts';
import { softwareOf } from '../software.ts';
import type { KeyedCall, MastodonState } from '../state.ts';

const keyLifetimeMs = 60 * 60 * 1000;
/** Time between the look at the key and the save, in which another call with the key does the same. */
const raceMs = 200;

/** A call that creates a status, with its key. */
export interface Keyed {
  readonly call: Call;
  readonly session: Session;
  /** The header's value; absent without one. */
  readonly key: string | undefined;
}

/** Reads the key of a call. */
export function readKey({ headers }: Call): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/**
 * Creates a status with what Pixelfed and Pleroma do around the whole call: one refuses every repeated key, even after a
 * refusal, the other repeats the first answer, even a refusal.
 */
export async function aroundCall(state: MastodonState, keyed: Keyed, create: () => Promise<Reply>): Promise<Reply> {
  const { idempotency } = softwareOf(state);
  if (keyed.key === undefined) return create();
  const earlier = findKey(state, keyed);
  if (idempotency === 'pixelfed') {
    if (earlier) refuse(400, 'Duplicate idempotency key.');
    keep(state, keyed, {});
    return create();
  }
  if (idempotency !== 'pleroma') return create();
  if (earlier?.answer) {
    const id = `sandbox-${earlier.at}`;
    const headers = { 'idempotency-key': keyed.key, 'x-original-request-id': id, 'idempotent-replayed': 'true' };
    return { ...earlier.answer, headers };
  }
  const reply = await replyOf(create);
  keep(state, keyed, { answer: { status: reply.status, json: reply.json ?? {} } });
  return reply;
}

/**
 * Looks at the key where Mastodon does: after the parent, before the files.
 *
 * @param show Presents the first status.
 * @returns `undefined` when the status is to be created.
 */
export async function answerRepeat(
  state: MastodonState,
  keyed: Keyed,
  show: (statusId: string) => Reply | undefined,
): Promise<Reply | undefined> {
  const { idempotency } = softwareOf(state);
  if (keyed.key === undefined || !['mastodon', 'racing', 'bug-500'].includes(idempotency)) return undefined;
  const statusId = findKey(state, keyed)?.statusId;
  if (statusId !== undefined) return idempotency === 'bug-500' ? internalError() : (show(statusId) ?? notFound());
  if (idempotency === 'racing') await sleep(raceMs);
  return undefined;
}

/** Remembers which status a key created. */
export function rememberStatus(state: MastodonState, keyed: Keyed, statusId: string): void {
  if (keyed.key !== undefined) keep(state, keyed, { ...findKey(state, keyed), statusId });
}

function findKey(state: MastodonState, keyed: Keyed): KeyedCall | undefined {
  const found = state.keys.get(nameOf(keyed));
  return found && found.at + keyLifetimeMs > state.world.now() ? found : undefined;
}

function keep(state: MastodonState, keyed: Keyed, about: Omit<KeyedCall, 'at'>): void {
  state.keys.set(nameOf(keyed), { ...about, at: state.world.now() });
}

/** Returns the name under which a key is kept: it is the account's, whatever app sends it. */
function nameOf({ session, key }: Keyed): string {
  return `${session.account.id} ${key}`;
}
