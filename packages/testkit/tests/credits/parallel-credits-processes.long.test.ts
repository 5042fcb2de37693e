import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PostgresServer, startPostgres, uniqueText, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDirectory } from '../../src/programs/server-process.ts';
import { type CrashWorld, createCrashWorld } from '../crash/crash-world.ts';

const PLANS = {
  free: { label: 'Free', price: 0, monthlyCredits: 500 },
  pro: { label: 'Hundred', price: 5, monthlyCredits: 100 },
};
const plans = temporaryDirectory();
const SOCIAL_PLANS_FILE = join(plans.path, 'plans.json');
let postgres: PostgresServer;

beforeAll(async () => {
  writeFileSync(SOCIAL_PLANS_FILE, JSON.stringify(PLANS));
  postgres = await startPostgres();
});

afterAll(async () => {
  await postgres.stop();
  plans[Symbol.dispose]();
});

/** Starts servers. @returns the world's only workspace once per server process */
async function through(world: CrashWorld, processes: number): Promise<Workspace[]> {
  const workspaces: Workspace[] = [];
  for (let index = 0; index < processes; index += 1) workspaces.push(...(await world.start()).workspaces);
  return workspaces;
}

test.each([
  { database: 'SQLite', processes: 1 },
  { database: 'Postgres', processes: 4 },
])(
  'of 100 posts at once on $database through processes: $processes, a balance of 100 pays for exactly 33',
  async ({ database, processes }) => {
    const postgresUrl = database === 'Postgres' ? { postgresUrl: postgres.url } : {};
    await using world = await createCrashWorld({ workspaces: 1, variables: { SOCIAL_PLANS_FILE }, ...postgresUrl });
    const workspaces = await through(world, processes);
    const publish = (_: unknown, index: number) => {
      const body = { text: uniqueText('At once'), platforms: ['microblog'] };
      return workspaces[index % processes]?.api('POST', '/api/v1/posts', { body });
    };

    const answers = await Promise.all(Array.from({ length: 100 }, publish));

    const paid = answers.filter((answer) => answer?.status === 201);
    expect(paid).toHaveLength(33);
    expect(paid.map((answer) => answer?.body.platformResults.microblog)).toEqual(
      Array(33).fill(expect.objectContaining({ ok: true, state: 'published' })),
    );
    expect(answers.filter((answer) => answer?.status === 402)).toHaveLength(67);
    const accepted = (await world.sandbox.posts('x')).map(({ text }) => text);
    for (const answer of paid) expect(accepted.filter((text) => text === answer?.body.text)).toHaveLength(1);
    expect(accepted.filter((text) => text.startsWith('At once'))).toHaveLength(33);

    for (const { api } of workspaces) {
      expect((await api('GET', '/api/usage')).body.credits).toMatchObject({ balance: 1, held: 0, used: 99 });
    }
    const rows = await world.query<{ total: number | string }>('select sum(amount) as total from ledger_entry');
    expect(rows.map(({ total }) => Number(total))).toEqual([1]);
  },
);
