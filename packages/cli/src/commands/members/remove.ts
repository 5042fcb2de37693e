import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { countOf, oneLine } from '../../lib/text/terminal-text.ts';
import { findPerson } from './find-person.ts';

/** `social members remove <member>`, also for an open invitation. */
export async function removeMember(
  context: Context,
  given: string,
  options: ConfirmOption & { readonly key?: string; readonly keepKeys?: boolean },
): Promise<void> {
  const client = await context.client();
  const { id, email, isMember } = await findPerson(context, client, given, 'everybody');
  const name = oneLine(email ?? id.slice(-8));
  const question = isMember ? `Remove ${name}, with the account?` : `Revoke the invitation of ${name}?`;
  await confirm(context, question, options);
  const say = (data: object, done: string) => context.output.data(data, (style) => `${style.ok} ${done}`);
  if (!isMember) {
    const { data } = await sendWithKey(context, 'revoking …', options.key, (call) =>
      client.members.revokeInvitation({ invitationId: id }, call),
    );
    return await say(data, `the invitation of ${name} is revoked`);
  }
  const { data } = await sendWithKey(context, 'removing …', options.key, (call) =>
    client.members.removeMember({ memberId: id, keepKeys: options.keepKeys }, call),
  );
  const revoked = data.revokedKeys > 0 ? `, and ${countOf(data.revokedKeys, 'API key')} revoked` : '';
  await say(data, `${name} was removed${revoked}`);
}
