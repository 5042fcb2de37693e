import { type Schema, SocialApiError, type SocialClient } from '@social/sdk';
import { type ConfirmOption, confirm } from '../../lib/confirm.ts';
import type { Context } from '../../lib/context.ts';
import { CliError } from '../../lib/errors.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { showProgress } from '../../lib/send.ts';
import { countOf } from '../../lib/terminal-text.ts';

/** `social keys revoke --all`: every key of the workspace, the one in use last. */
export async function revokeAllKeys(context: Context, client: SocialClient, options: ConfirmOption): Promise<void> {
  const { apiKey } = await context.settings();
  const ownPreview = `…${apiKey.value?.slice(-4)}`;
  const { keys } = await client.keys.listKeys({}, { signal: context.io.signal });
  const others = keys.filter(({ keyPreview }) => keyPreview !== ownPreview);
  const inOrder = [...others, ...keys.filter((key) => !others.includes(key))];
  const count = countOf(keys.length, 'API key');
  await confirm(context, `Revoke ${count} of the workspace, this command's own too?`, options);
  await showProgress(context, 'revoking …', revokeInTurn(context, client, inOrder));
  const answer = { ok: true, revoked: keys.length };
  await context.output.data(answer, (style) => `${style.ok} ${count} revoked`);
  await context.output.note('Whatever used one of them is refused from now on. Sign in again with: social login');
}

async function revokeInTurn(
  { io }: Context,
  client: SocialClient,
  keys: readonly Schema<'ListedKey'>[],
): Promise<void> {
  for (const [done, { id }] of keys.entries()) {
    try {
      await client.keys.revokeKey({ keyId: id }, { signal: io.signal });
    } catch (error) {
      // Somebody else has revoked it meanwhile.
      if (error instanceof SocialApiError && error.status === 404) continue;
      io.signal.throwIfAborted();
      throw new CliError({
        exitCode: EXIT.failed,
        code: 'not_all_revoked',
        message: `${done} of ${countOf(keys.length, 'API key')} revoked, then: ${error instanceof Error ? error.message : String(error)}`,
        hints: ['Run the command again: it goes on with the others. See: social keys list'],
      });
    }
  }
}
