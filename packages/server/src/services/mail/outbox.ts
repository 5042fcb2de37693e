import { type Clock, isoNow } from '../../clock.ts';
import { newId, newSecret } from '../../ids.ts';
import type { Logger } from '../../log/logger.ts';
import { type Keyring, sha256 } from '../../secrets.ts';
import { findUserId } from '../../store/accounts/sign-ins.ts';
import {
  claimMail,
  deleteMail,
  endMail,
  findDueMail,
  insertMail,
  type MailRow,
  postponeMail,
  storeMailContent,
} from '../../store/mail/mails.ts';
import { insertReset } from '../../store/mail/password-resets.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { insist } from '../workers/insist.ts';
import type { RunningWorker } from '../workers/worker.ts';
import { writePasswordReset } from './link-texts.ts';
import type { MailContent } from './notice-texts.ts';
import { MailError, type Smtp } from './smtp.ts';

const MINUTE_MS = 60_000;
const RESET_LIFETIME_MS = 30 * MINUTE_MS;
const MAIL_LIFETIME_MS = 24 * 60 * MINUTE_MS;
/** At most one link for a forgotten password is mailed to an address in this time. */
const RESET_SPAN_MS = 5 * MINUTE_MS;
/** Time until the next try, by the number of tries so far; the last one repeats. */
const RETRY_MS = [15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS];
/** Part of a wait that is random, so that mails that failed together are not tried together. */
const JITTER = 0.25;

/** A mail to store. */
export interface NewMail {
  readonly workspaceId: string;
  readonly kind: MailRow['kind'];
  readonly recipient: string;
  readonly content: MailContent;
  /** Text that no other mail may have. */
  readonly once?: string;
}

/** The text of a mail cannot be read, and never will be. */
class UnreadableMailError extends Error {
  override readonly name = 'UnreadableMailError';
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Makes the store of mails: each is a row before it is sent, and stays one until it was handed over or its time is over. */
export function createOutbox(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  keyring: Keyring;
  worker: Pick<RunningWorker, 'id' | 'isFresh'>;
  smtp: Smtp;
  baseUrl: string;
}) {
  const { db, clock, logger, keyring, worker, smtp, baseUrl } = deps;
  const placeOf = (id: string) => ({ table: 'mail', row: id, column: 'content' });
  const seal = (id: string, content: MailContent) => keyring.seal(JSON.stringify(content), placeOf(id));
  const after = (milliseconds: number) => new Date(clock.now() + milliseconds).toISOString();

  /** Writes the mail with a new link. @returns null when the address has no account, or the mail has ended */
  function composeReset({ id, recipient }: MailRow): Promise<MailContent | null> {
    return db.transaction().execute(async (trx) => {
      const userId = await findUserId(trx, recipient);
      if (userId === undefined) {
        await deleteMail(trx, id);
        return null;
      }
      const token = newSecret();
      const content = writePasswordReset(baseUrl, token);
      if (!(await storeMailContent(trx, id, seal(id, content)))) return null;
      await insertReset(trx, { token_hash: sha256(token), user_id: userId, expires_at: after(RESET_LIFETIME_MS) });
      return content;
    });
  }

  async function contentOf(row: MailRow): Promise<MailContent | null> {
    if (row.content === null) return row.kind === 'password_reset' ? composeReset(row) : null;
    try {
      return JSON.parse(keyring.open(row.content, placeOf(row.id))) as MailContent;
    } catch (cause) {
      throw new UnreadableMailError('no key of this server opens the text of the mail', { cause });
    }
  }

  const noteFailure = (error: unknown) => logger.error({ err: error }, 'the end of a mail could not be stored yet');

  /** Stores that a try has failed. @returns false when the server takes no mail now */
  async function recordFailure(
    { id, kind, workspace_id, attempts: before }: MailRow,
    error: unknown,
  ): Promise<boolean> {
    const attempts = before + 1;
    const message = error instanceof Error ? error.message : String(error);
    const about = { mailId: id, kind, workspaceId: workspace_id, attempts, reason: message };
    if (error instanceof UnreadableMailError || (error instanceof MailError && error.kind === 'refused')) {
      logger.warn(about, 'a mail cannot be sent');
      await insist(() => endMail(db, id, { state: 'failed', attempts, error: message }), noteFailure);
      return true;
    }
    logger.warn(about, 'a mail could not be sent yet; it is tried again');
    const wait = RETRY_MS[Math.min(before, RETRY_MS.length - 1)] ?? MINUTE_MS;
    const due_at = after(wait * (1 + JITTER * Math.random()));
    await insist(() => postponeMail(db, id, { attempts, error: message, due_at }), noteFailure);
    return error instanceof MailError && error.kind !== 'unreachable';
  }

  /** Sends a mail that this worker has claimed. @returns false when the server takes no mail now */
  async function send(row: MailRow): Promise<boolean> {
    try {
      const content = await contentOf(row);
      if (content === null) return true;
      await smtp.send({ id: row.id, to: row.recipient, ...content });
    } catch (error) {
      return recordFailure(row, error);
    }
    await insist(() => endMail(db, row.id, { state: 'sent', attempts: row.attempts + 1, error: null }), noteFailure);
    return true;
  }

  return {
    /** Stores a mail, in the transaction that is open or else alone. @returns false when there is one with the same `once` */
    async add(trx: Queryable, { workspaceId, kind, recipient, content, once = undefined }: NewMail): Promise<boolean> {
      const id = newId();
      const times = { created_at: isoNow(clock), expires_at: after(MAIL_LIFETIME_MS) };
      const row = { id, workspace_id: workspaceId, kind, recipient, content: seal(id, content), once: once ?? null };
      return insertMail(trx, { ...row, ...times });
    },

    /** Stores the wish for a link, whether or not the address has an account: that is looked up when the mail is sent. */
    async addPasswordReset(email: string): Promise<void> {
      const recipient = email.toLowerCase();
      const span = Math.floor(clock.now() / RESET_SPAN_MS);
      await insertMail(db, {
        ...{ id: newId(), workspace_id: null, kind: 'password_reset', recipient, content: null },
        once: `password_reset ${sha256(recipient)} ${span}`,
        ...{ created_at: isoNow(clock), expires_at: after(RESET_LIFETIME_MS) },
      });
    },

    /** Sends the mails that are due, one after the other. @param isStopping ends it early */
    async sendDue(isStopping: () => boolean): Promise<void> {
      while (!isStopping() && worker.isFresh()) {
        const row = await findDueMail(db, isoNow(clock));
        if (!row) return;
        if (row.expires_at <= isoNow(clock)) {
          logger.warn({ mailId: row.id, kind: row.kind, reason: row.error }, 'a mail was not sent in time');
          await endMail(db, row.id, { state: 'failed', attempts: row.attempts, error: row.error });
        } else if (await claimMail(db, row, worker.id)) {
          if (!(await send(row))) return;
        }
      }
    },
  };
}
