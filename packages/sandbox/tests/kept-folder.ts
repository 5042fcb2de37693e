import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../src/index.ts';

/** A folder that goes when the test ends. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'social-sandbox-kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a sandbox that approves by itself and keeps its state. */
export async function openKept(dataDir: string, options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ dataDir, autoApprove: true, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Closes a sandbox, and lets `fetch` notice that its connections have ended, before another one takes the same port. */
export async function closeForGood(sandbox: Sandbox): Promise<void> {
  await sandbox.close();
  await sleep(100);
}
