import { systemClock } from '../clock.ts';
import type { Config, ConfigFlags } from '../config/config.ts';
import { ConfigError } from '../errors.ts';
import { createRestoration } from '../services/delivery/restoration.ts';
import { findLivingWorkers } from '../services/workers/living-workers.ts';
import { markAsServed } from '../store/files/sole-process.ts';
import type { Database } from '../store/schema.ts';
import type { CommandContext } from './context.ts';
import { withStore } from './open-store.ts';
import { describeHeld } from './release.ts';

/**
 * Does to a database that was restored by other means (`pg_restore`, a copied file) what `restore` does: nothing is sent before
 * it is released. @throws ConfigError while a server serves from it
 */
export async function hold(options: ConfigFlags & { json?: boolean }, context: CommandContext): Promise<void> {
  const { held, ifReleasedNow } = await withStore(options, context, async ({ db, config }) => {
    const letGo = await keepServersOut(db, config);
    try {
      const restoration = createRestoration({ db, clock: systemClock });
      return { held: await restoration.hold(), ifReleasedNow: await restoration.assess(config.latenessWindowMs) };
    } finally {
      letGo();
    }
  });
  if (options.json) {
    context.stdout(JSON.stringify({ ...held, ifReleasedNow }));
    return;
  }
  context.stdout(
    `${held.scheduled} scheduled posts are held; ${held.unknown} that were on their way are "unknown" now.`,
  );
  context.stdout('Next: start the server, look through them (social post list), then run: social-server release');
  context.stdout(`If they were released now: ${describeHeld(ifReleasedNow)}.`);
}

/** Returns what lets servers in again. */
async function keepServersOut(db: Database, { database, workerLeaseMs }: Config): Promise<() => void> {
  const refuse = () => {
    throw new ConfigError('hold', 'a server serves from this database; stop it first');
  };
  if (database.dialect === 'sqlite') {
    const mark = await markAsServed(database.path);
    if (!mark.isAlone) {
      mark.release();
      refuse();
    }
    return () => mark.release();
  }
  if ((await findLivingWorkers(db, workerLeaseMs)).length > 0) refuse();
  return () => undefined;
}
