import { ROLES } from '@social/types';
import { Argument, type Command } from 'commander';
import { EXIT } from '../../lib/exit-codes.ts';
import { CHANGES, documented, READS } from '../../lib/help.ts';
import { idempotencyKey, single } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

const MEMBER = '{"id","email","role","isFounder","joinedAt","invitedBy"}';
const INVITATION = '{"id","role","email","createdBy","expiresAt"}';
const KEEP_KEYS = 'leave the API keys that the person has made; the person may know them';
const ROLE_NOTES = `An owner may do everything, an editor everything but members and API keys. A writer reads, and writes drafts that
somebody else approves.`;

/** `social members`. Members and invitations are named by e-mail address or id, or by the end of an id. */
export function registerMembers(program: Command, start: Start): void {
  const members = program.command('members').description('people of the workspace, and what each may do');
  documented(members, {
    examples: ['social members invite --role writer', 'social members role bo@example.com editor'],
  });
  const list = members
    .command('list')
    .description('list the members and the open invitations')
    .action(start(async () => (await import('./list.ts')).listMembers));
  documented(list, {
    examples: ['social members list', 'social members list --json'],
    json: `{"members":[${MEMBER}],"invitations":[${INVITATION}]}`,
    exits: READS,
  });
  const invite = members
    .command('invite')
    .description('invite somebody with a link that works once, for seven days; it is shown this once')
    .addOption(single('--role <role>', `what the person may do: ${ROLES.join(', ')}`).makeOptionMandatory())
    .addOption(single('--email <address>', 'address that gets the link by mail, where the server sends mails'))
    .action(start(async () => (await import('./invite.ts')).invite));
  documented(invite, {
    examples: ['social members invite --role writer', 'social members invite --role editor --email bo@example.com'],
    notes: `As text, stdout has nothing but the link.\n${ROLE_NOTES}`,
    json: `{"invitation":${INVITATION},"url","mailed"}`,
    exits: [...CHANGES, EXIT.creditsOrPlan],
  });
  const role = members
    .command('role <member>')
    .description('give a member another role')
    .addArgument(new Argument('<role>', ROLES.join(', ')))
    .option('--keep-keys', KEEP_KEYS)
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./role.ts')).changeRole));
  documented(role, {
    examples: ['social members role bo@example.com editor'],
    notes: `It works from the next request on. The API keys and invitations of an owner who is one no longer end. ${ROLE_NOTES}`,
    json: MEMBER,
    exits: CHANGES,
  });
  const remove = members
    .command('remove <member>')
    .description('remove a member with its account, or revoke an invitation')
    .option('--keep-keys', KEEP_KEYS)
    .addOption(idempotencyKey())
    .addOption(yesOption())
    .action(start(async () => (await import('./remove.ts')).removeMember));
  documented(remove, {
    examples: ['social members remove bo@example.com', 'social members remove bo@example.com --yes'],
    notes:
      'Sessions of the member, its invitations and the API keys that it has made end at once. What it has written stays, and names it.',
    json: '{"ok":true,"revokedKeys"?}',
    exits: CHANGES,
  });
}
