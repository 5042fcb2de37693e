import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { AcceptedPost } from '@social/testkit';
import type { CrashWorld } from './crash-world.ts';
import type { MadeCall } from './load.ts';

export interface ObservedTarget {
  readonly id: string;
  readonly post_id: string;
  readonly workspace_id: string;
  readonly platform: string;
  readonly state: string;
  readonly platform_post_id: string | null;
  readonly credits: number;
  readonly attempt: number;
  readonly not_before: string | null;
}

export interface ObservedPost {
  readonly id: string;
  readonly text: string;
  readonly status: string;
  readonly platforms: string;
  readonly due_at: string | null;
}

/** Everything the invariants are about, read at one moment. */
export interface Observation {
  /** What the networks have ever accepted. */
  readonly accepted: readonly AcceptedPost[];
  readonly posts: readonly ObservedPost[];
  readonly targets: readonly ObservedTarget[];
  readonly workspaces: readonly { readonly id: string; readonly balance: number; readonly held: number }[];
  readonly ledger: readonly {
    readonly workspace_id: string;
    readonly amount: number;
    readonly action: string;
    readonly operation_id: string;
    readonly metadata: string;
  }[];
  readonly holds: readonly { readonly id: string; readonly workspace_id: string; readonly amount: number }[];
  readonly logs: readonly { readonly status: string; readonly platform: string; readonly metadata: string }[];
  /** Findings of SQLite's own checks; empty when all is well. */
  readonly damage: readonly string[];
  /** Every call that clients made. */
  readonly calls: readonly MadeCall[];
}

/** Reads database and networks. What is on its way while it is read may look unfinished. */
export async function observe(world: CrashWorld, calls: readonly MadeCall[]): Promise<Observation> {
  const database = new DatabaseSync(join(world.dataDir, 'social.db'), { readOnly: true, timeout: 5_000 });
  const read = <Row>(statement: string) => database.prepare(statement).all() as unknown as Row[];
  try {
    database.exec('begin');
    const stored = {
      posts: read<ObservedPost>('select id, text, status, platforms, due_at from post'),
      targets: read<ObservedTarget>('select * from post_target'),
      workspaces: read<Observation['workspaces'][number]>('select id, balance, held from workspace'),
      ledger: read<Observation['ledger'][number]>('select * from ledger_entry'),
      holds: read<Observation['holds'][number]>(
        "select id, workspace_id, amount from credit_hold where state = 'held'",
      ),
      logs: read<Observation['logs'][number]>(
        "select * from activity_log where action = 'post.published' order by seq",
      ),
      damage: [
        ...read<{ integrity_check: string }>('pragma integrity_check').map((row) => row.integrity_check),
        ...read<object>('pragma foreign_key_check').map((row) => JSON.stringify(row)),
      ].filter((finding) => finding !== 'ok'),
    };
    database.exec('commit');
    return { ...stored, accepted: await world.sandbox.posts(), calls };
  } finally {
    database.close();
  }
}

/** Whether anything is still on its way: targets being sent, or scheduled posts whose time has come. */
export function isSettled(dataDir: string): boolean {
  const database = new DatabaseSync(join(dataDir, 'social.db'), { readOnly: true, timeout: 5_000 });
  try {
    const open = database
      .prepare(
        `select (select count(*) from post_target where state = 'sending' or (state = 'pending' and not_before is null))
           + (select count(*) from post where status = 'scheduled') as open`,
      )
      .get() as { open: number };
    return open.open === 0;
  } finally {
    database.close();
  }
}

/** Bytes of everything in the data directory but the key, to be searched for secrets. */
export function readDataDirectory(dataDir: string): string {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
}
