import { type Schema, SocialApiError, type SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { CliError } from '../../lib/errors.ts';
import { describeFailure } from '../../lib/failure.ts';
import { showProgress } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import { countOf } from '../../lib/text/terminal-text.ts';

type Key = Schema<'ListedKey'>;

/** `social keys revoke --all`: revokes every key of the workspace, the one in use last. */
export async function revokeAllKeys(context: Context, client: SocialClient, options: ConfirmOption): Promise<void> {
  const { keys } = await client.keys.listKeys({}, { signal: context.io.signal });
  const question = `Revoke ${countOf(keys.length, 'API key')} of the workspace, this command's own too?`;
  await confirm(context, question, options);
  const revoked = await showProgress(context, 'revoking …', revokeInTurn(context, client, keys));
  const answer = { ok: true, revoked };
  await context.output.data(answer, (style) => `${style.ok} ${countOf(revoked, 'API key')} revoked`);
  await context.output.note('Programs that used one of them are refused from now on. Sign in again with: social login');
}

/** Revokes the keys, and keys that are made meanwhile. @returns the number of revoked keys */
async function revokeInTurn(context: Context, client: SocialClient, listed: readonly Key[]): Promise<number> {
  const { io } = context;
  const ownPreview = `…${(await context.settings()).apiKey.value?.slice(-4)}`;
  const seen = new Set<string>();
  let done = 0;
  const revoke = async ({ id }: Key) => {
    try {
      await client.keys.revokeKey({ keyId: id }, { signal: io.signal });
    } catch (error) {
      // The key was revoked meanwhile.
      if (!(error instanceof SocialApiError && error.status === 404)) throw error;
    }
    done += 1;
  };
  try {
    for (let keys = listed; ; ) {
      const others = keys.filter(({ id, keyPreview }) => keyPreview !== ownPreview && !seen.has(id));
      for (const { id } of keys) seen.add(id);
      for (const key of others) await revoke(key);
      if (others.length === 0) {
        for (const key of keys.filter(({ keyPreview }) => keyPreview === ownPreview)) await revoke(key);
        return done;
      }
      keys = (await client.keys.listKeys({}, { signal: io.signal })).keys;
    }
  } catch (error) {
    io.signal.throwIfAborted();
    const report = describeFailure(error, context);
    const first = report.code === 'unauthorized' ? 'Sign in first, then run' : 'Run';
    throw new CliError({
      ...report,
      code: 'not_all_revoked',
      message: `${done} of ${countOf(seen.size, 'API key')} revoked, then: ${report.message}`,
      hints: [...report.hints, `${first} the command again: it continues with the others. See: social keys list`],
    });
  }
}
