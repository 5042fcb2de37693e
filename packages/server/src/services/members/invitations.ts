import { type Clock, isoNow } from '../../clock.ts';
import { AppError, invalid } from '../../errors.ts';
import { newId, newSecret } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import {
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  takeInvitation,
} from '../../store/accounts/invitations.ts';
import { findMembership, insertMember, listMembers, type Membership } from '../../store/accounts/members.ts';
import { getWorkspace } from '../../store/accounts/workspaces.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import { countMails, endWaitingMails } from '../../store/mail/mails.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { personOf } from '../access/person.ts';
import type { Role } from '../access/rights.ts';
import { requireStillAllowed } from '../access/still-allowed.ts';
import type { Auth, SignInOrigin } from '../accounts/auth.ts';
import { type Credentials, createUser } from '../accounts/create-user.ts';
import { writeInvitation } from '../mail/link-texts.ts';
import type { Outbox } from '../mail/outbox.ts';
import { requireGrantable } from './grantable.ts';
import { logMember } from './member-activity.ts';
import type { Manager } from './members.ts';

const DAY_MS = 24 * 3_600_000;
const LIFETIME_MS = 7 * DAY_MS;
const MAX_INVITATIONS = 20;
const MAX_MEMBERS = 100;
/** Most mails with invitations in a day, of a workspace: they go to strangers. */
const MAILS_PER_DAY = 20;

/** An invitation with its link, which nobody gets again. */
export interface NewInvitation {
  readonly invitation: InvitationRow;
  readonly url: string;
  /** Set when the link is on its way by mail. */
  readonly mailed: boolean;
}

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Makes the service for links with which people join a workspace, each once. Only the hashes of their tokens are stored. They end when
 * the key that has made them is revoked, or the person is no longer an owner.
 */
export function createInvitations(deps: {
  db: Database;
  clock: Clock;
  auth: Auth;
  baseUrl: string;
  /** Store of mails; null when no mail server is set. */
  outbox: Outbox | null;
}) {
  const { db, clock, auth, baseUrl, outbox } = deps;

  /** @returns true when the link is on its way: not without a mail server, and not beyond the limits of mails to strangers */
  async function mail(trx: Queryable, invitation: InvitationRow, url: string) {
    const { workspace_id: workspaceId, email } = invitation;
    if (outbox === null || email === null) return false;
    if ((await countMails(trx, workspaceId, 'invitation')) >= MAILS_PER_DAY) return false;
    return outbox.add(trx, {
      ...{ workspaceId, kind: 'invitation', recipient: email },
      content: writeInvitation(baseUrl, { url, invitedBy: await addressOfInviter(trx, invitation) }),
      once: `invitation ${sha256(email)} ${Math.floor(clock.now() / DAY_MS)}`,
    });
  }

  /** @throws AppError quota_exceeded */
  async function requireRoom(trx: Queryable, workspaceId: string, now: string): Promise<void> {
    if ((await listInvitations(trx, workspaceId, now)).length < MAX_INVITATIONS) return;
    const message = `This workspace has ${MAX_INVITATIONS} open invitations, which is the limit; nothing was stored. Revoke one, or wait until one is used`;
    throw new AppError('quota_exceeded', message, { details: { quota: 'invitations', limit: MAX_INVITATIONS } });
  }

  /** @throws AppError quota_exceeded */
  async function requireRoomForMember(trx: Queryable, workspaceId: string): Promise<void> {
    if ((await listMembers(trx, await getWorkspace(trx, workspaceId))).length < MAX_MEMBERS) return;
    const message = `This workspace has ${MAX_MEMBERS} members, which is the limit; nobody was added. An owner has to remove one first`;
    throw new AppError('quota_exceeded', message, { details: { quota: 'members', limit: MAX_MEMBERS } });
  }

  /** @throws AppError invalid_request, the same for a token that was never one */
  async function requireValid(token: string): Promise<InvitationRow> {
    const found = await findInvitation(db, sha256(token), isoNow(clock));
    if (found) return found;
    throw notValid();
  }

  /** Makes a user a member, once per invitation. */
  const accept = (invitation: InvitationRow, user: { readonly id: string; readonly email: string }) =>
    db.transaction().execute(async (trx): Promise<Membership> => {
      const { workspace_id: workspaceId, role, created_by } = invitation;
      const now = isoNow(clock);
      await lockWorkspace(trx, workspaceId);
      if (!(await takeInvitation(trx, invitation.token_hash, now))) throw notValid();
      await requireRoomForMember(trx, workspaceId);
      await insertMember(trx, {
        ...{ user_id: user.id, workspace_id: workspaceId, role },
        ...{ invited_by: created_by, created_at: now },
      });
      const entry = { workspaceId, at: now, by: user.email };
      await logMember(trx, entry, 'member.joined', { member: user.email, role, invitedBy: created_by });
      const workspace = await getWorkspace(trx, workspaceId);
      return { workspace, userId: user.id, email: user.email, role, isFounder: false };
    });

  return {
    /**
     * Invites somebody, and mails the link where an address is given and mails can be sent.
     * @throws AppError quota_exceeded, forbidden, unauthorized, session_required
     */
    create: (manager: Manager, { role, email }: { role: Role; email?: string }): Promise<NewInvitation> =>
      db.transaction().execute(async (trx) => {
        await requireStillAllowed(trx, manager, 'nobody was invited');
        requireGrantable(manager, role);
        const now = isoNow(clock);
        const { workspaceId } = manager;
        await requireRoom(trx, workspaceId, now);
        await requireRoomForMember(trx, workspaceId);
        const token = newSecret();
        const { id: creator_id, name: by } = await personOf(trx, manager);
        const invitation: InvitationRow = {
          ...{ id: newId(), workspace_id: workspaceId, token_hash: sha256(token), role },
          ...{ email: email?.toLowerCase() ?? null, creator_id, created_by: by, created_at: now },
          expires_at: new Date(clock.now() + LIFETIME_MS).toISOString(),
        };
        await insertInvitation(trx, invitation);
        // Without the address: others than owners read the log.
        const details = { invitationId: invitation.id, role };
        await logMember(trx, { workspaceId, at: now, by }, 'member.invited', details);
        const url = `${baseUrl}/join#${token}`;
        return { invitation, url, mailed: await mail(trx, invitation, url) };
      }),

    /** Revokes an open invitation, also one that waits to be mailed. @throws AppError not_found, forbidden, unauthorized, session_required */
    revoke: (manager: Manager, id: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await requireStillAllowed(trx, manager, 'nothing was revoked');
        const { workspaceId } = manager;
        const now = isoNow(clock);
        const found = (await listInvitations(trx, workspaceId, now)).find((each) => each.id === id);
        if (!found) {
          const message = 'There is no such open invitation in this workspace; list them with GET /api/members';
          throw new AppError('not_found', message);
        }
        requireGrantable(manager, found.role);
        await takeInvitation(trx, found.token_hash, now);
        const { email, role } = found;
        if (email !== null) await endWaitingMails(trx, { workspaceId, kinds: ['invitation'], recipient: email });
        const entry = { workspaceId, at: now, by: (await personOf(trx, manager)).name };
        await logMember(trx, entry, 'invitation.revoked', { invitationId: id, role });
      }),

    /** Finds the invitation of a link, and the addresses of the founder and of the person who invites. @throws AppError invalid_request */
    async describe(token: string): Promise<{ invitation: InvitationRow; founder: string; invitedBy: string }> {
      const invitation = await requireValid(token);
      const founder = (await getWorkspace(db, invitation.workspace_id)).email;
      return { invitation, founder, invitedBy: await addressOfInviter(db, invitation) };
    },

    /** Creates an account in the workspace of an invitation, and signs it in. @throws AppError invalid_request, email_taken, quota_exceeded */
    async join(token: string, credentials: Credentials, origin: SignInOrigin) {
      const invitation = await requireValid(token);
      const place = (user: { id: string; email: string }) => accept(invitation, user);
      const { placed: member, cookies } = await createUser({ db, auth }, credentials, { origin, place });
      return { member, cookies };
    },
  };
}

/** Reads the address of the person who invites; the founder's where a key does, since its name may be any text. */
async function addressOfInviter(db: Queryable, { creator_id, workspace_id }: InvitationRow): Promise<string> {
  return (await findMembership(db, creator_id))?.email ?? (await getWorkspace(db, workspace_id)).email;
}

function notValid(): AppError {
  return invalid(
    'token',
    'is not of a valid link: it was used, revoked, or is older than seven days; ask for another one',
  );
}
