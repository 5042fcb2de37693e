import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { findWorkspace, getWorkspace } from '../../store/accounts/workspaces.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import { fillPage, inPieces } from '../../store/pages.ts';
import type { KeptDraft } from '../../store/posts/drafts.ts';
import { findPost } from '../../store/posts/posts.ts';
import type { Database } from '../../store/schema.ts';
import { listDeserted, setListening, syncEventKinds } from '../../store/webhooks/webhook-endpoints.ts';
import { eventsAfter, type WebhookEventRow } from '../../store/webhooks/webhook-events.ts';
import { type Rights, seesProfile, type Viewer } from '../access/rights.ts';
import type { KeptConnection } from '../connections/connection-records.ts';
import type { EventBodies } from './event-bodies.ts';

/** Time for which events are recorded after somebody has asked. A reader that asks again and again keeps it from ending. */
const LEASE_MS = 5 * 60_000;
/** Age after which a question renews it, so that few questions write. */
const RENEWED_AFTER_MS = 60_000;
const POLL_MS = 500;
/** Calls that wait at once: of a caller, and of all of a workspace. */
const READERS_PER_CALLER = 20;
const READERS_PER_WORKSPACE = 100;
const RETRY_AFTER_MS = 10_000;

/** Question of a reader. */
export interface EventQuestion {
  /** Number of the last event that it has read; undefined to begin with the next one. */
  readonly after: number | undefined;
  readonly limit: number;
  readonly waitMs: number;
  /** Returns true while the caller is still allowed. */
  readonly isAllowed: () => Promise<boolean>;
}

/** Makes the service for readers of events. While somebody reads, events of every kind are recorded. */
export function createEventReader(deps: { db: Database; clock: Clock; bodies: EventBodies }) {
  const { db, clock, bodies } = deps;
  const stopping = new AbortController();
  const readers = new Map<string, readonly string[]>();

  /** Has events recorded for some minutes. */
  async function listen(workspaceId: string, until: string | null): Promise<void> {
    const now = clock.now();
    if (until !== null && Date.parse(until) > now + LEASE_MS - RENEWED_AFTER_MS) return;
    await inLockedWorkspace(db, workspaceId, async (trx) => {
      await setListening(trx, workspaceId, new Date(now + LEASE_MS).toISOString());
      await syncEventKinds(trx, workspaceId, isoNow(clock));
    });
  }

  async function look({ workspaceId, rights }: Viewer, after: number, limit: number) {
    // Read before the events, so that no event up to this number is missed.
    const workspace = await findWorkspace(db, workspaceId);
    if (!workspace) throw new AppError('unauthorized', 'The workspace of this request was deleted');
    const { event_count: count } = workspace;
    const { rows: found } = await fillPage<WebhookEventRow>(
      limit,
      inPieces(limit, (length, last) => eventsAfter(db, workspaceId, last?.number ?? after, length)),
    );
    // A body may be larger than what is stored of its event.
    const { rows } = await fillPage(limit, bodiesOf(found, rights));
    return { events: rows.flatMap(({ body }) => body ?? []), last: rows.at(-1)?.number ?? count };
  }

  async function* bodiesOf(events: readonly WebhookEventRow[], rights: Rights) {
    for (const event of events) {
      const body = (await isSeen(event, rights)) ? await bodies.of(event) : undefined;
      yield [{ number: event.number, body }];
    }
  }

  /** Returns true for an event of a profile that the caller sees. */
  async function isSeen({ workspace_id, kind, object_id, details }: WebhookEventRow, rights: Rights): Promise<boolean> {
    if (rights.profiles === null) return true;
    if (details !== null) {
      const kept = JSON.parse(details) as KeptConnection | KeptDraft;
      return seesProfile(rights, ('draft' in kept ? kept.draft : kept.connection).profile_id);
    }
    const found = kind.startsWith('post.') ? await findPost(db, workspace_id, object_id) : undefined;
    return found !== undefined && seesProfile(rights, found.post.profile_id);
  }

  async function wait(viewer: Viewer, from: number, { limit, waitMs, isAllowed }: EventQuestion) {
    const end = clock.elapsed() + waitMs;
    for (let after = from; ; ) {
      const answer = await look(viewer, after, limit);
      const leftMs = end - clock.elapsed();
      if (answer.events.length > 0 || leftMs <= 0 || stopping.signal.aborted) {
        if (await isAllowed()) return answer;
        throw new AppError('unauthorized', 'The key or session of this request was revoked, or has expired');
      }
      after = answer.last;
      await delay(Math.min(POLL_MS, leftMs), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    /**
     * Reads the events after a number, waiting for one if need be.
     * @returns their bodies, and the number to ask after next
     * @throws AppError rate_limited, unauthorized when the caller was revoked meanwhile
     */
    async read(
      viewer: Viewer & { readonly callerId: string },
      question: EventQuestion,
    ): Promise<{ events: string[]; last: number }> {
      const { workspaceId, callerId } = viewer;
      const open = readers.get(workspaceId) ?? [];
      requireRoom(open, callerId);
      readers.set(workspaceId, [...open, callerId]);
      try {
        const { event_count: count, listening_until: until } = await getWorkspace(db, workspaceId);
        await listen(workspaceId, until);
        return await (question.after === undefined
          ? { events: [], last: count }
          : wait(viewer, question.after, question));
      } finally {
        const left = readers.get(workspaceId) ?? [];
        const others = left.toSpliced(left.indexOf(callerId), 1);
        if (others.length === 0) readers.delete(workspaceId);
        else readers.set(workspaceId, others);
      }
    },

    /** Stops recording for readers that have gone. */
    async forgetReaders(): Promise<void> {
      const now = isoNow(clock);
      for (const workspaceId of await listDeserted(db, now)) {
        await inLockedWorkspace(db, workspaceId, async (trx) => {
          const { listening_until: until } = await getWorkspace(trx, workspaceId);
          if (until !== null && until > now) return;
          await setListening(trx, workspaceId, null);
          await syncEventKinds(trx, workspaceId, now);
        });
      }
    },

    /** Answers every reader at once. */
    stop: (): void => stopping.abort(),
  };
}

/** @param open ids of the callers that wait @throws AppError rate_limited */
function requireRoom(open: readonly string[], callerId: string): void {
  const own = open.filter((each) => each === callerId).length;
  if (own < READERS_PER_CALLER && open.length < READERS_PER_WORKSPACE) return;
  const who =
    own < READERS_PER_CALLER ? `This workspace already has ${open.length}` : `This key or account already has ${own}`;
  const message = `${who} calls that wait for events; end one, or come back later`;
  const limit = own < READERS_PER_CALLER ? READERS_PER_WORKSPACE : READERS_PER_CALLER;
  throw new AppError('rate_limited', message, {
    details: { quota: 'eventReaders', limit },
    retryAfterMs: RETRY_AFTER_MS,
  });
}
