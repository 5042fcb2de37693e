import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { findPerson } from './find-person.ts';

/** `social members remove <member>`, also for an open invitation. */
export async function removeMember(
  context: Context,
  given: string,
  options: ConfirmOption & { readonly key?: string },
): Promise<void> {
  const client = await context.client();
  const { id, email, isMember } = await findPerson(context, client, given, 'everybody');
  const name = oneLine(email ?? id.slice(-8));
  const question = isMember ? `Remove ${name}, with the account?` : `Revoke the invitation of ${name}?`;
  await confirm(context, question, options);
  const { data } = await sendWithKey(context, 'removing …', options.key, (call) =>
    isMember
      ? client.members.removeMember({ memberId: id }, call)
      : client.members.revokeInvitation({ invitationId: id }, call),
  );
  const done = isMember ? `${name} was removed` : `the invitation of ${name} is revoked`;
  await context.output.data(data, (style) => `${style.ok} ${done}`);
}
