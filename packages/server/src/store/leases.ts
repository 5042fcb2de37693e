import type { Queryable } from './schema.ts';

/** Takes the lease, unless somebody else holds it. */
export async function takeLease(
  db: Queryable,
  lease: { name: string; owner: string; until: string },
  now: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('lease')
    .values(lease)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ owner: lease.owner, until: lease.until }).where('lease.until', '<', now),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function dropLease(db: Queryable, name: string, owner: string): Promise<void> {
  await db.deleteFrom('lease').where('name', '=', name).where('owner', '=', owner).execute();
}

export async function extendLease(
  db: Queryable,
  { name, owner, until }: { name: string; owner: string; until: string },
): Promise<void> {
  await db.updateTable('lease').set({ until }).where('name', '=', name).where('owner', '=', owner).execute();
}
