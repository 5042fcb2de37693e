import { systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { type Held, type QuarantinedPosts, Restoration } from '../services/restoration.ts';
import { findLivingWorkers } from '../services/workers/living-workers.ts';
import type { Database } from '../store/schema.ts';
import { type CommandContext, type CommandOptions, printResult } from './context.ts';
import { withoutServers } from './database-lock.ts';
import { withStore } from './open-store.ts';
import { describeHeld } from './release.ts';

/**
 * Holds the scheduled posts of a database that was restored by other means (`pg_restore`, a copied file), as `restore` does.
 * The server sends them only after `release`.
 * @throws ConfigError while a server serves from the database
 */
export async function hold(options: CommandOptions, context: CommandContext): Promise<void> {
  const held = await withStore(options, context, ({ db, config }) =>
    keepServersOut(db, config, () => holdScheduled(db, config)),
  );
  printResult(context, options, held, [
    `${held.scheduled} scheduled posts are held; ${held.unknown} that were being sent are "unknown" now.`,
    ...(held.webhooks > 0 ? [`${held.webhooks} deliveries to webhooks are held too.`] : []),
    'Next: start the server, look through them (social post list), then run: social-server release',
    `If they were released now: ${describeHeld(held.ifReleasedNow)}.`,
  ]);
}

/** Holds the scheduled posts of a database that no server serves, and predicts their release. */
export async function holdScheduled(
  db: Database,
  { latenessWindowMs }: Config,
): Promise<Held & { ifReleasedNow: QuarantinedPosts }> {
  const restoration = new Restoration({ db, clock: systemClock });
  const held = await restoration.hold();
  return { ...held, ifReleasedNow: await restoration.assess(latenessWindowMs) };
}

async function keepServersOut<Result>(
  db: Database,
  { database, workerLeaseMs }: Config,
  work: () => Promise<Result>,
): Promise<Result> {
  if (database.dialect === 'sqlite') return withoutServers('hold', database.path, work);
  if ((await findLivingWorkers(db, workerLeaseMs)).length === 0) return work();
  throw new ConfigError('hold', 'a server serves from this database; stop it first');
}
