import type { Context } from '../../lib/context.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { findPerson } from './find-person.ts';
import { parseRole } from './parse-role.ts';

/** `social members role <member> <role>`. */
export async function changeRole(
  context: Context,
  given: string,
  wanted: string,
  { key, keepKeys }: { readonly key?: string; readonly keepKeys?: boolean },
): Promise<void> {
  const role = parseRole(wanted);
  const client = await context.client();
  const { id } = await findPerson(context, client, given, 'members');
  const { data } = await sendWithKey(context, 'changing …', key, (call) =>
    client.members.updateMember({ memberId: id, role, keepKeys }, call),
  );
  await context.output.data(data, (style) => `${style.ok} ${oneLine(data.email)} is ${oneLine(data.role)} now`);
}
