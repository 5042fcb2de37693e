import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { DialectName } from '../database/dialects.ts';

/** Lets the entries of the ledger be deleted once their workspace is. While there is a workspace, its entries are only added. */
export function erasedWorkspaces(dialect: DialectName): Migration {
  const statements =
    dialect === 'sqlite'
      ? [
          'drop trigger ledger_entry_no_delete',
          `create trigger ledger_entry_no_delete before delete on ledger_entry
            when exists (select 1 from workspace where id = old.workspace_id)
            begin select raise(abort, 'ledger_entry is append-only'); end`,
        ]
      : [
          `create or replace function ledger_entry_append_only() returns trigger language plpgsql as $$ begin
            if tg_op = 'DELETE' and not exists (select 1 from workspace where id = old.workspace_id) then return old; end if;
            raise exception 'ledger_entry is append-only'; end $$`,
        ];
  return {
    async up(db: Kysely<never>) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
