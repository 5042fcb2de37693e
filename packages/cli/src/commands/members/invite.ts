import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { parseRole } from './parse-role.ts';

/** `social members invite`: prints the link on stdout, and advice on stderr. */
export async function invite(
  context: Context,
  options: { readonly role: string; readonly email?: string },
): Promise<void> {
  const wanted = { role: parseRole(options.role), ...(options.email !== undefined && { email: options.email.trim() }) };
  const client = await context.client();
  const answer = await fetchData(context, 'inviting …', (call) => client.members.createInvitation(wanted, call));
  await context.output.data(answer, () => oneLine(answer.url));
  const { email } = answer.invitation;
  const mailed = answer.mailed ? `It is on its way to ${oneLine(email ?? '')} too. ` : 'No mail was sent: pass it on. ';
  await context.output.note(`${mailed}The link works once, for seven days, and is not shown again.`);
}
