import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { ConfigError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import { firstVersion } from '../migrations/0001-first-version.ts';
import type { Database } from '../schema.ts';
import type { DialectName } from './dialects.ts';
import { waitForOlderServers } from './older-servers.ts';
import { type DatabaseConfig, openForMigration } from './open.ts';

/** A change of the schema. Servers of the version before serve beside it, unless it is exclusive. */
export interface SchemaChange extends Migration {
  readonly isExclusive?: true;
}

/** Changes of the schema by name, in their order. */
export type Migrations = Readonly<Record<string, SchemaChange>>;

export function migrationsFor(dialect: DialectName): Migrations {
  return {
    '0001-first-version': firstVersion(dialect),
  };
}

/**
 * Checks that the database works and migrates its schema to this version, all or nothing.
 * @throws ConfigError with the setting and the fix when the database cannot be opened, is damaged or is not of this version or a released one before
 */
export async function prepareDatabase(
  db: Database,
  config: DatabaseConfig,
  migrations = migrationsFor(config.dialect),
): Promise<void> {
  try {
    if (config.dialect === 'sqlite') await checkPages(db);
    const made = await listMade(db.withPlugin(breakableStatements));
    if (isUnreleased(made))
      throw new ConfigError('SOCIAL_DATABASE_URL', `the database ${unreleasedFix(config.dialect)}`);
    const missing = Object.keys(migrations).filter((name) => !made.includes(name));
    // Without this look, a command would wait for the writes of a running server. The migrator refuses a newer database in words.
    if (missing.length === 0 && !isNewer(made, migrations)) return;
    const isExclusive = made.length > 0 && missing.some((name) => migrations[name]?.isExclusive);
    if (config.dialect === 'postgres' && isExclusive) await waitForOlderServers(db);
    await migrate(db, config, migrations);
  } catch (error) {
    throw asConfigError(error, config);
  }
}

function migratorOf(db: Database, dialect: DialectName, migrations: Migrations): Migrator {
  const changes = dialect === 'sqlite' ? migrations : givingWay(migrations);
  const provider: MigrationProvider = { getMigrations: async () => changes };
  return new Migrator({ db: db.withPlugin(breakableStatements), provider });
}

/** Makes migrations fail soon where they wait for a lock: servers of the version before work with the same tables meanwhile. */
function givingWay(migrations: Migrations): Migrations {
  const changed = Object.entries(migrations).map(([name, { up }]): [string, SchemaChange] => [
    name,
    {
      async up(db: Kysely<unknown>) {
        await sql`set local lock_timeout = '200ms'`.execute(db);
        await up(db);
      },
    },
  ]);
  return Object.fromEntries(changed);
}

/** Codes of Postgres for a lock that was not had in time, and for transactions that wait for each other in a circle. */
const LOCK_TIMEOUT = '55P03';
const IN_THE_WAY: readonly string[] = [LOCK_TIMEOUT, '40P01'];
const PAUSE_MS = 200;
const PATIENCE_MS = 45_000;

// On Postgres a migration needs a connection without the query timeout: changing a million rows takes longer.
async function migrate(db: Database, config: DatabaseConfig, migrations: Migrations): Promise<void> {
  const unlimited = config.dialect === 'postgres' ? openForMigration(config) : db;
  try {
    const begun = performance.now();
    for (;;) {
      const { error } = await migratorOf(unlimited, config.dialect, migrations).migrateToLatest();
      if (!error) return;
      // A failed migration has changed nothing.
      const isInTheWay = IN_THE_WAY.includes((error as { code?: string }).code ?? '');
      if (!isInTheWay || performance.now() - begun > PATIENCE_MS) throw error;
      await delay(PAUSE_MS * (0.5 + Math.random()));
    }
  } finally {
    if (unlimited !== db) await unlimited.destroy();
  }
}

/** Gives tests a point between any two statements at which they kill the process. */
const breakableStatements: KyselyPlugin = {
  transformQuery({ node }) {
    faultPoint('migration-statement');
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** Lists the names of the migrations that the database records, in their order; none for an empty database. */
export async function listMade(db: Database): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const made = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`;
  return (await made.execute(db)).rows.map(({ name }) => name);
}

/** Returns true when a database has a migration that this version does not know. */
export function isNewer(made: readonly string[], migrations = migrationsFor('sqlite')): boolean {
  return made.some((name) => !(name in migrations));
}

/** First migration of every database from before the first release. */
const BEFORE_RELEASES: readonly string[] = ['0001-initial', '0001-first-release'];

/** Returns true when a database has the schema of a version from before the first release. */
export function isUnreleased(made: readonly string[]): boolean {
  return made.some((name) => BEFORE_RELEASES.includes(name));
}

/** Says of such a database, or of a backup of one, what it is and what to do. */
export function unreleasedFix(dialect: DialectName): string {
  const place = dialect === 'sqlite' ? 'folder (--data-dir)' : 'database';
  return `was created by a pre-release version that this one cannot read, and nothing was changed; export it with that version (social export), or start with an empty ${place}`;
}

/** A migration and the time that it took. */
export interface TimedMigration {
  readonly name: string;
  readonly milliseconds: number;
}

/** Migrates a SQLite database that nobody else uses, one migration after another. @throws Error of the one that fails */
export async function migrateTimed(db: Database): Promise<TimedMigration[]> {
  const migrator = migratorOf(db, 'sqlite', migrationsFor('sqlite'));
  const missing = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt === undefined);
  const made: TimedMigration[] = [];
  for (const { name } of missing) {
    const begun = performance.now();
    const { error } = await migrator.migrateTo(name);
    if (error) throw new Error(`the migration ${name} failed: ${(error as Error).message}`, { cause: error });
    made.push({ name, milliseconds: Math.round(performance.now() - begun) });
  }
  return made;
}

// The check reads the whole file, which would delay the start with a large one; `doctor` checks those.
const MAX_CHECKED_BYTES = 16 * 1024 * 1024;

async function checkPages(db: Database): Promise<void> {
  const size = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db);
  if ((size.rows[0]?.bytes ?? 0) > MAX_CHECKED_BYTES) return;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
  if (rows[0]?.quick_check !== 'ok') throw Object.assign(new Error('damaged pages'), { errcode: SQLITE.corrupt });
}

// Result codes. https://www.sqlite.org/rescode.html
const SQLITE = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
};

const CANNOT_WRITE: readonly (number | string)[] = [
  ...[SQLITE.readOnly, SQLITE.ioError, SQLITE.cannotOpen],
  ...['EISDIR', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'EEXIST'],
];

/** Turns an error that says why the database cannot be used into a ConfigError with the setting and the fix. */
export function asConfigError(error: unknown, config: DatabaseConfig): unknown {
  if (!(error instanceof Error) || error instanceof ConfigError) return error;
  const unknown = /previously executed migration (\S+)/.exec(error.message)?.[1];
  if (unknown !== undefined) return new ConfigError('SOCIAL_DATABASE_URL', newerFix(unknown, config), error);
  const fix = config.dialect === 'sqlite' ? fixOfSqlite(error, config.path, 'SOCIAL_DATA_DIR') : postgresFix(error);
  return fix === null ? error : new ConfigError('SOCIAL_DATABASE_URL', fix, error);
}

/** @param unknown migration of the newer version */
function newerFix(unknown: string, { dialect }: DatabaseConfig): string {
  const restoring =
    dialect === 'sqlite'
      ? 'with: social-server restore FILE --force'
      : 'with pg_restore, and before any server starts, run: social-server hold';
  return `the database was written by a newer version (it has the migration ${unknown}), and this version has changed nothing; start that version, or restore the last backup from before the upgrade ${restoring}`;
}

/**
 * Explains an error of SQLite or of its file, with the fix.
 * @param path the file's path as the user knows it
 * @param setting setting that the path comes from, if any
 * @returns null for any other error
 */
export function fixOfSqlite(error: Error, path: string, setting?: string): string | null {
  const { errcode, code } = error as { errcode?: number; code?: string };
  const found = errcode === undefined ? code : errcode & 0xff;
  switch (found) {
    case SQLITE.busy:
    case SQLITE.locked:
      return `${path} is locked by another program; stop that program`;
    case SQLITE.corrupt:
      return `${path} is damaged; restore a backup`;
    case SQLITE.notADatabase:
      return `${path} is not a database; restore a backup or name another file`;
    case SQLITE.full:
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk of ${path} is full; make room`;
  }
  if (found === undefined || !CANNOT_WRITE.includes(found)) return null;
  return `${path} cannot be opened for writing; check the path${setting === undefined ? '' : ` (${setting})`} and its permissions`;
}

function postgresFix(error: Error): string | null {
  const { code = '' } = error as { code?: string };
  if (code === '28000' && error.message.includes('no encryption')) {
    return 'Postgres takes no unencrypted connection from here; add ?sslmode=require';
  }
  if (code === '28P01' || code === '28000') return 'Postgres refuses this user or password; check both';
  const [, parameter] = /unsupported startup parameter: (\w+)/.exec(error.message) ?? [];
  if (parameter !== undefined) {
    return `PgBouncer refuses ${parameter}; add it to its ignore_startup_parameters, and see docs/self-hosting/several-servers.md`;
  }
  if (code === '3D000') return 'there is no such Postgres database; create it';
  if (code === '25006') return 'this Postgres is read-only, perhaps a replica; name the primary';
  if (code === LOCK_TIMEOUT) {
    return 'another program keeps a table of the database locked, perhaps a dump; nothing was changed, start again after it has ended';
  }
  if (code === '57P03') return 'Postgres is starting or stopping; start again in a moment';
  if (code === '53300') return 'Postgres takes no more connections; raise its max_connections';
  if (/^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/.test(code)) {
    return 'Postgres cannot be reached at this host and port; check the address, and that it runs';
  }
  return null;
}
