import { existsSync, readdirSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, vi } from 'vitest';
import { FAULTS_PROGRAM, spawnServer, type Variables } from '../../../src/programs/server-process.ts';

/** A program that waits for the lock on the database, or has it. */
export type Spawned = ReturnType<typeof spawnServer>;

/** Variables with which a program gives the wait up after a moment; only the build for tests reads them. */
export const IMPATIENT = { SOCIAL_FAULT_PATIENCE_MS: '1500' };

/** Spawns a server on a free port. */
export function spawnStart(env: Variables, args: readonly string[] = []): Spawned {
  return spawnServer(['start', '--json', ...args], { SOCIAL_PORT: '0', ...env }, { program: FAULTS_PROGRAM });
}

/** Waits until the program has told for whom it waits. */
export async function untilWaits({ stderr }: Spawned): Promise<void> {
  await vi.waitFor(() => expect(stderr()).toMatch(/; waiting up to \d+ s for its end\n/), 20_000);
}

/** Waits until the server answers, and returns its address. */
export async function untilServes({ stdout }: Spawned): Promise<string> {
  await vi.waitFor(() => expect(stdout()).toContain('\n'), 30_000);
  const { url } = JSON.parse(stdout());
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  return url;
}

/** Sends SIGTERM and returns how the program ended. */
export async function stop({ child, ended }: Spawned) {
  child.kill('SIGTERM');
  return ended;
}

/** Pattern of what other programs say about a process that has the lock. @param url address of a server that answers */
export function nameOf(pid: number | undefined, url?: string): string {
  const at = url === undefined ? '' : `, at ${quoted(url)}`;
  return `\\(process ${pid} on ${quoted(hostname())}, since [\\dT:.-]+Z${at}\\)`;
}

export const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Takes a lock file as another program does. */
export function lockFile(path: string): Disposable {
  const lock = new DatabaseSync(path, { timeout: 0 });
  lock.exec('pragma journal_mode = memory; begin exclusive');
  return { [Symbol.dispose]: () => lock.close() };
}

/** Lists what a program made in a directory, without the lock's files. */
export function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).filter((name) => !/^social\.db\.(served|starting)$/.test(name));
}

export const pathIn = (directory: string) => join(directory, 'social.db');
