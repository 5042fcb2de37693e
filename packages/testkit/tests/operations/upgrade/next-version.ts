import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import { type Migrations, migrationsFor } from '../../../../server/src/store/database/migrate.ts';
import type { DatabaseConfig } from '../../../../server/src/store/database/open.ts';
import { FAULTS_PROGRAM } from '../../../src/programs/server-process.ts';

/** Name of the migration that the next version has in addition. */
export const ADDED = '9000-of-the-next-version';

// Must use nothing from outside: its text becomes part of the built program.
async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['post', 'workspace', 'channel', 'post_target']) {
    await db.schema.alterTable(table).addColumn('of_the_next_version', 'text').execute();
  }
  await db.schema
    .createIndex('post_target_next')
    .on('post_target')
    .column('of_the_next_version' as never)
    .execute();
}

/** The migrations of the next version, for tests that migrate in their own process. */
export function nextMigrations({ dialect }: DatabaseConfig, more: { readonly isExclusive?: true } = {}): Migrations {
  return { ...migrationsFor(dialect), [ADDED]: { up, ...more } };
}

/** The last line of the list of migrations in the built program. */
const LAST = /^ *"0001-first-version": .+$/m;

/** Makes a copy of the built program with one more migration, as a next version brings it. @returns path of the program */
export function makeNextVersion(directory: string): string {
  const built = dirname(FAULTS_PROGRAM);
  const program = join(directory, 'dist');
  cpSync(built, program, { recursive: true });
  symlinkSync(join(dirname(built), 'node_modules'), join(directory, 'node_modules'));
  symlinkSync(join(dirname(built), 'package.json'), join(directory, 'package.json'));
  // The folder may also have files of an earlier build, which nothing imports.
  const changed = globSync('*.js', { cwd: program }).filter((name) => addMigration(join(program, name)));
  if (changed.length === 0) throw new Error('no file of the built program lists the migrations');
  return join(program, 'bin.js');
}

function addMigration(path: string): boolean {
  const code = readFileSync(path, 'utf8');
  if (!LAST.test(code)) return false;
  writeFileSync(
    path,
    code.replace(LAST, (line) => `${line},\n"${ADDED}": { up: ${up} }`),
  );
  return true;
}
