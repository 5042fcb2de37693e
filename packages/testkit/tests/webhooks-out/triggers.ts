import { dialectUnderTest, type Stack } from '@social/testkit';
import { onTestFinished } from 'vitest';

/** Statement that runs at each update of a table. */
export interface Trigger {
  readonly table: string;
  /** Condition on the row as it is about to be. */
  readonly when: string;
  /** Statement to run; the change is refused when left out. */
  readonly then?: string;
}

/** Has the database do something at each update of a table that meets a condition, until the test ends. @returns what ends it before */
export async function onUpdate(
  stack: Pick<Stack, 'query'>,
  { table, when, then }: Trigger,
): Promise<() => Promise<unknown>> {
  const isSqlite = dialectUnderTest() === 'sqlite';
  const end = () => stack.query(`drop trigger if exists meddle${isSqlite ? '' : ` on ${table}`}`);
  onTestFinished(async () => {
    await end();
  });
  if (isSqlite) {
    const act = then ?? "select raise(abort, 'broken')";
    await stack.query(`create trigger meddle before update on ${table} when ${when} begin ${act}; end`);
    return end;
  }
  const act = then ?? "raise exception 'broken'";
  const body = `begin ${act}; return new; end`;
  await stack.query(`create or replace function meddle() returns trigger language plpgsql as $$ ${body} $$`);
  await stack.query(
    `create trigger meddle before update on ${table} for each row when (${when}) execute function meddle()`,
  );
  return end;
}
