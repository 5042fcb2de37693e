import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { fetchData } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { oneLine, quote } from '../../lib/text/terminal-text.ts';

interface RevokeOptions extends ConfirmOption {
  readonly all?: boolean;
}

/** `social keys revoke <id>` and `social keys revoke --all`. */
export async function revokeKey(context: Context, given: string | undefined, options: RevokeOptions): Promise<void> {
  if (options.all ? given !== undefined : given === undefined) {
    throw usageError('Give either a key or --all', 'Nothing was revoked. See: social keys list');
  }
  const client = await context.client();
  if (given === undefined) return (await import('./revoke-all.ts')).revokeAllKeys(context, client, options);
  const { keys } = await client.keys.listKeys({}, { signal: context.io.signal });
  const ending = given.replace(/^…/, '');
  const matches = keys.filter((key) => key.id === given || key.keyPreview === `…${ending}`);
  const [key, ...others] = matches;
  if (!key) throw usageError(`There is no key ${quote(given)}`, 'Nothing was revoked. See: social keys list');
  if (others.length > 0)
    throw usageError(`${matches.length} keys end in ${ending}`, 'Nothing was revoked. Give the id.');
  const name = `${oneLine(key.name)} (${oneLine(key.keyPreview)})`;
  await confirm(context, `Revoke key ${name}?`, options);
  const answer = await fetchData(context, 'revoking …', (call) => client.keys.revokeKey({ keyId: key.id }, call));
  await context.output.data(answer, (style) => `${style.ok} key ${name} is revoked`);
}
