import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

/** `social members list`. */
export async function listMembers(context: Context): Promise<void> {
  const client = await context.client();
  const answer = await fetchData(context, 'reading …', (call) => client.members.listMembers({}, call));
  await context.output.data(answer, ({ columns, layout }) => {
    const members = answer.members.map(({ email, role, isFounder, joinedAt, invitedBy }) => [
      oneLine(email),
      isFounder ? 'owner, founder' : oneLine(role),
      localTime(joinedAt),
      oneLine(invitedBy ?? ''),
    ]);
    const open = answer.invitations.map(({ id, email, role, createdBy, expiresAt }) => [
      email === null ? `invitation ${oneLine(id).slice(-8)}` : oneLine(email),
      `invited as ${oneLine(role)}`,
      `until ${localTime(expiresAt)}`,
      oneLine(createdBy),
    ]);
    return layout.table(['MEMBER', 'ROLE', 'JOINED', 'INVITED BY'], [...members, ...open], columns);
  });
}
