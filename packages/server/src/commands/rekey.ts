import type { ConfigFlags } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { resealCanary } from '../key-file.ts';
import { createRekeying } from '../services/rekeying.ts';
import type { CommandContext } from './context.ts';
import { withStore } from './open-store.ts';

/** Seals everything with the first key. @throws ConfigError when something cannot be opened by any key */
export async function rekey(options: ConfigFlags & { json?: boolean }, context: CommandContext): Promise<void> {
  const { stdout } = context;
  const { resealed, unreadable } = await withStore(options, context, async ({ db, keyring }) => {
    const result = await createRekeying({ db, keyring }).run();
    if (result.unreadable === 0) await resealCanary(db, keyring);
    return result;
  });
  if (options.json) stdout(JSON.stringify({ resealed, unreadable, oldKeysNeeded: unreadable > 0 }));
  else stdout(`Sealed anew: ${resealed}. ${unreadable === 0 ? 'Older keys can be removed now.' : ''}`.trim());
  if (unreadable > 0) {
    throw new ConfigError(
      'SOCIAL_SECRET_KEYS',
      `${unreadable} rows are opened by no key; connect those accounts again`,
    );
  }
}
