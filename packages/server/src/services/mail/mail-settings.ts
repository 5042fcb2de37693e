import type { Schema } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError, invalid } from '../../errors.ts';
import { newSecret } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import { getWorkspace, type WorkspaceRow } from '../../store/accounts/workspaces.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import {
  confirmAddress,
  deleteMailKinds,
  findBySentLink,
  findMailSetting,
  insertMailKinds,
  insertMailSetting,
  listMailKinds,
  type MailKind,
  type MailSettingRow,
  markAllSeen,
  updateMailSetting,
} from '../../store/mail/mail-settings.ts';
import { endWaitingMails, findMailOnce, listConfirmations } from '../../store/mail/mails.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { DAY_MS, linkWasSent, MOST_LINKS, tooManyLinks } from './link-limits.ts';
import { writeConfirmation } from './link-texts.ts';
import type { Outbox } from './outbox.ts';

/** Every kind of mails. A workspace gets all of them until it chooses. */
const MAIL_KINDS = [
  'post.failed',
  'post.unknown',
  'post.missed',
  'connection.needs_reconnect',
  'connection.expiring',
  'draft.created',
  'webhook.paused',
] as const satisfies readonly MailKind[];

const NOT_SET_UP = 'This server sends no mails, because its operator has set no mail server. Nothing was done';

export type MailSettings = ReturnType<typeof createMailSettings>;

/** Makes the service for the choice of mails and their address. @param deps.outbox null when no mail server is set */
export function createMailSettings(deps: { db: Database; clock: Clock; outbox: Outbox | null; baseUrl: string }) {
  const { db, clock, outbox, baseUrl } = deps;

  /** Reads the settings, or stores those of a workspace that has chosen nothing. */
  async function settingOf(trx: Queryable, workspace: WorkspaceRow): Promise<MailSettingRow> {
    const found = await findMailSetting(trx, workspace.id);
    if (found) return found;
    const unconfirmed = { confirmed_at: null, confirm_hash: null, confirm_expires_at: null };
    const row = { workspace_id: workspace.id, address: workspace.email, ...unconfirmed };
    await insertMailSetting(trx, row);
    await insertMailKinds(trx, workspace, MAIL_KINDS);
    return row;
  }

  async function present(trx: Queryable, workspace: WorkspaceRow): Promise<Schema<'MailSettings'>> {
    const setting = await findMailSetting(trx, workspace.id);
    const chosen: readonly MailKind[] = setting ? await listMailKinds(trx, workspace.id) : MAIL_KINDS;
    return {
      available: outbox !== null,
      address: setting?.address ?? workspace.email,
      confirmedAt: setting?.confirmed_at ?? null,
      kinds: MAIL_KINDS.filter((kind) => chosen.includes(kind)),
    };
  }

  function required(): Outbox {
    if (outbox === null) throw new AppError('mail_not_set_up', NOT_SET_UP);
    return outbox;
  }

  return {
    isSetUp: outbox !== null,

    read: (workspace: WorkspaceRow) => present(db, workspace),

    /** Changes the settings. A new address has to be confirmed. */
    change(workspaceId: string, change: { address?: string; kinds?: readonly MailKind[] }) {
      return inLockedWorkspace(db, workspaceId, async (trx) => {
        const workspace = await getWorkspace(trx, workspaceId);
        const setting = await settingOf(trx, workspace);
        const { address = setting.address, kinds } = change;
        if (address !== setting.address) {
          const unconfirmed = { confirmed_at: null, confirm_hash: null, confirm_expires_at: null };
          await updateMailSetting(trx, workspaceId, { address, ...unconfirmed });
          // What waits for it would go to the address before; invitations go to others.
          await endWaitingMails(trx, { workspaceId, kinds: [...MAIL_KINDS, 'confirmation'] });
        }
        if (kinds !== undefined) {
          const before = await listMailKinds(trx, workspaceId);
          const wanted = [...new Set(kinds)];
          const removed = before.filter((kind) => !wanted.includes(kind));
          await deleteMailKinds(trx, workspaceId, removed);
          if (removed.length > 0) await endWaitingMails(trx, { workspaceId, kinds: removed });
          await insertMailKinds(
            trx,
            workspace,
            wanted.filter((kind) => !before.includes(kind)),
          );
        }
        return present(trx, workspace);
      });
    },

    /** Mails a link that confirms the address. @throws AppError mail_not_set_up, conflict, rate_limited */
    async sendConfirmation(workspaceId: string): Promise<void> {
      const mails = required();
      await inLockedWorkspace(db, workspaceId, async (trx) => {
        const setting = await settingOf(trx, await getWorkspace(trx, workspaceId));
        const { address, confirmed_at } = setting;
        if (confirmed_at !== null) throw new AppError('conflict', `${address} is confirmed already; no mail was sent`);
        const token = newSecret();
        const now = clock.now();
        const once = `confirmation ${sha256(address.toLowerCase())} ${Math.floor(now / DAY_MS)}`;
        const earlier = await findMailOnce(trx, once);
        if (earlier) throw linkWasSent(earlier, setting, now);
        const asked = await listConfirmations(trx, workspaceId, new Date(now - DAY_MS).toISOString());
        if (asked.length >= MOST_LINKS) throw tooManyLinks(asked, now);
        const isFirst = await mails.add(trx, {
          ...{ workspaceId, kind: 'confirmation', recipient: address, content: writeConfirmation(baseUrl, token) },
          once,
        });
        // Another account has just asked for the same address.
        if (!isFirst)
          throw linkWasSent({ workspace_id: null, state: 'waiting', created_at: isoNow(clock) }, setting, now);
        const confirm_expires_at = new Date(now + DAY_MS).toISOString();
        await updateMailSetting(trx, workspaceId, { confirm_hash: sha256(token), confirm_expires_at });
      });
    },

    /** Confirms an address. Mails tell of what happens from now on. @throws AppError invalid_request for a link that is not valid */
    async confirm(token: string): Promise<string> {
      const now = isoNow(clock);
      const found = await findBySentLink(db, sha256(token), now);
      const isDone =
        found &&
        (await inLockedWorkspace(db, found.workspace_id, async (trx) => {
          if (!(await confirmAddress(trx, found, now))) return false;
          await markAllSeen(trx, found.workspace_id);
          return true;
        }));
      if (!isDone) throw invalid('token', 'is not of a valid link: it was used, replaced, or is older than a day');
      return found.address;
    },

    /** Mails a link that replaces a forgotten password, if the address has an account. @throws AppError mail_not_set_up */
    requestPasswordReset: async (email: string): Promise<void> => required().addPasswordReset(email),
  };
}
