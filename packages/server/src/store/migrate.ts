import { type Migration, Migrator } from 'kysely/migration';
import { ConfigError } from '../errors.ts';
import type { DialectName } from './dialects.ts';
import { initial } from './migrations/0001-initial.ts';
import type { Database } from './schema.ts';

function migrationsFor(dialect: DialectName): Record<string, Migration> {
  return { '0001-initial': initial(dialect) };
}

/** Brings the schema up to this version, all or nothing. @throws ConfigError when the database was written by a newer version. */
export async function migrate(db: Database, dialect: DialectName): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsFor(dialect) } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  if (error instanceof Error && error.message.includes('previously executed migration')) {
    throw new ConfigError(
      'SOCIAL_DATABASE_URL',
      'the database was written by a newer version; start that version',
      error,
    );
  }
  throw error;
}
