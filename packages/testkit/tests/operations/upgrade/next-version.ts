import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FAULTS_PROGRAM } from '../../../src/programs/server-process.ts';

/** Name of the migration that the next version has in addition. */
export const ADDED = '9000-of-the-next-version';
const MIGRATION = `"${ADDED}": {
  async up(db) {
    for (const table of ["post", "workspace", "turn"]) {
      await db.schema.alterTable(table).addColumn("of_the_next_version", "text").execute();
    }
    await db.schema.alterTable("post_target").addColumn("of_the_next_version", "text").execute();
    await db.schema.createIndex("post_target_next").on("post_target").column("of_the_next_version").execute();
  }
}`;
/** The list of migrations in the built program: a line each. */
const MIGRATIONS = /(?:^ *"\d{4}-[\w-]+": .+\n){10,}/m;

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
  if (!MIGRATIONS.test(code)) return false;
  writeFileSync(
    path,
    code.replace(MIGRATIONS, (list) => `${list.trimEnd()},\n${MIGRATION}\n`),
  );
  return true;
}
