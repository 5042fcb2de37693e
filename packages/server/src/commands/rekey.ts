import { systemClock } from '../clock.ts';
import { type Config, type ConfigFlags, readConfig } from '../config/config.ts';
import { checkCanary, loadKeyring, resealCanary } from '../config/key-file.ts';
import { ConfigError } from '../errors.ts';
import type { Keyring } from '../secrets.ts';
import { createRekeying, type Rekeyed } from '../services/connections/rekeying.ts';
import { findLivingWorkers } from '../services/workers/living-workers.ts';
import { openDatabase } from '../store/dialects.ts';
import { markAsServed } from '../store/files/sole-process.ts';
import { asConfigError, prepareDatabase } from '../store/migrate.ts';
import type { Database } from '../store/schema.ts';
import type { CommandContext } from './context.ts';

/** Options of `social-server rekey`. */
export interface RekeyOptions extends ConfigFlags {
  readonly giveUpUnreadable?: boolean;
  readonly json?: boolean;
}

/**
 * Seals everything with the first of the keys, beside running servers that know it.
 * @throws ConfigError when a server runs whose first key is another (nothing is changed then), or when something
 * cannot be opened by any key
 */
export async function rekey(options: RekeyOptions, context: CommandContext): Promise<void> {
  const config = readConfig(context.env, options);
  const givesUp = options.giveUpUnreadable ?? false;
  const keyring = loadKeyring(config, { isGivenUp: givesUp });
  const db = openDatabase(config.database);
  try {
    await prepareDatabase(db, config.database);
    if (!givesUp) await checkCanary(db, keyring);
    await refuseOldServers(db, config, keyring);
    const { dialect } = config.database;
    const result = await createRekeying({ db, dialect, clock: systemClock, keyring, givesUp }).run();
    if (givesUp || result.unreadable === 0) await resealCanary(db, keyring);
    report(result, options, context);
  } catch (error) {
    throw asConfigError(error, config.database);
  } finally {
    await db.destroy();
  }
}

/** What the first key seals would look damaged to a server without it, and every account would have to be connected again. */
async function refuseOldServers(db: Database, { database, workerLeaseMs }: Config, keyring: Keyring): Promise<void> {
  if (database.dialect === 'sqlite') {
    const mark = await markAsServed(database.path);
    mark.release();
    if (mark.isAlone) return;
  }
  const [first] = keyring.prefixes;
  const servers = await findLivingWorkers(db, workerLeaseMs, (worker) => worker.first_key !== first);
  if (servers.length === 0) return;
  const fix = `${servers.length} running server(s) encrypt with another key than the first of these, and may not open what it encrypts; start them again with the new key first and the old ones behind it, then run this again`;
  throw new ConfigError('SOCIAL_SECRET_KEYS', fix);
}

function report({ resealed, unreadable }: Rekeyed, options: RekeyOptions, { stdout }: CommandContext): void {
  const isGivenUp = options.giveUpUnreadable ?? false;
  const oldKeysNeeded = unreadable > 0 && !isGivenUp;
  if (options.json) stdout(JSON.stringify({ resealed, unreadable, oldKeysNeeded }));
  else {
    stdout(`Re-encrypted: ${resealed}.`);
    if (isGivenUp && unreadable > 0) stdout(`Gave up ${unreadable} accounts that no key opens; connect them again.`);
    if (!oldKeysNeeded)
      stdout('Older keys can be removed now: restart the servers without them. Keep them for older backups.');
  }
  if (oldKeysNeeded) {
    const fix = `no key opens ${unreadable} connected account(s); add the key that is missing. If it is lost, give them up with: social-server rekey --give-up-unreadable`;
    throw new ConfigError('SOCIAL_SECRET_KEYS', fix);
  }
}
