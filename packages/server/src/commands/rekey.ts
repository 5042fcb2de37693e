import { systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { loadKeyring } from '../config/key-file.ts';
import { checkCanary, resealCanary } from '../config/keyring-check.ts';
import { ConfigError } from '../errors.ts';
import type { Keyring } from '../secrets.ts';
import { createRekeying, type Rekeyed } from '../services/rekeying.ts';
import { findLivingWorkers } from '../services/workers/living-workers.ts';
import type { Database } from '../store/schema.ts';
import { listWorkers, type WorkerRow } from '../store/workers.ts';
import { type CommandContext, type CommandOptions, printResult } from './context.ts';
import { besideServers } from './database-lock.ts';
import { withDatabase } from './open-store.ts';

/** Options of `social-server rekey`. */
export interface RekeyOptions extends CommandOptions {
  readonly giveUpUnreadable?: boolean;
}

/**
 * Encrypts every stored token with the first key, next to running servers that know that key.
 * @throws ConfigError when a running server's first key is another (then nothing is changed), or when no key decrypts a token
 */
export async function rekey(options: RekeyOptions, context: CommandContext): Promise<void> {
  const config = readConfig(context.env, options);
  const { database } = config;
  const givesUp = options.giveUpUnreadable ?? false;
  const keyring = loadKeyring(config, { isGivenUp: givesUp });
  await besideServers('rekey', config, context, (isAlone) =>
    withDatabase(database, async (db) => {
      if (!givesUp) await checkCanary(db, keyring);
      if (!isAlone) await refuseOldServers(db, config, keyring);
      const result = await createRekeying({ db, clock: systemClock, keyring, givesUp }).run();
      if (givesUp || result.unreadable === 0) await resealCanary(db, keyring);
      report(result, options, context);
    }),
  );
}

/** Refuses to run next to a server that lacks the first key: new tokens would look damaged to it, and it would drop every account. */
async function refuseOldServers(db: Database, { database, workerLeaseMs }: Config, keyring: Keyring): Promise<void> {
  const [first] = keyring.prefixes;
  const isOld = (worker: WorkerRow) => worker.first_key !== first;
  // On SQLite the only row is that of the server that has the lock.
  const servers =
    database.dialect === 'sqlite'
      ? (await listWorkers(db)).filter(isOld)
      : await findLivingWorkers(db, workerLeaseMs, isOld);
  if (servers.length === 0) return;
  const fix = `${servers.length} running server(s) encrypt with another key than the first of these, and may not open what it encrypts; start them again with the new key first and the old ones behind it, then run this again`;
  throw new ConfigError('SOCIAL_SECRET_KEYS', fix);
}

function report({ resealed, unreadable }: Rekeyed, options: RekeyOptions, context: CommandContext): void {
  const isGivenUp = options.giveUpUnreadable ?? false;
  const oldKeysNeeded = unreadable > 0 && !isGivenUp;
  printResult(context, options, { resealed, unreadable, oldKeysNeeded }, [
    `Re-encrypted: ${resealed}.`,
    ...(isGivenUp && unreadable > 0
      ? [
          `Gave up ${unreadable} accounts or webhooks that no key opens; connect the accounts again, and rotate the webhooks' secrets.`,
        ]
      : []),
    ...(oldKeysNeeded
      ? []
      : ['Older keys can be removed now: restart the servers without them. Keep them for older backups.']),
  ]);
  if (oldKeysNeeded) {
    const fix = `no key opens ${unreadable} connected account(s) or webhook(s); add the key that is missing. If it is lost, give them up with: social-server rekey --give-up-unreadable`;
    throw new ConfigError('SOCIAL_SECRET_KEYS', fix);
  }
}
