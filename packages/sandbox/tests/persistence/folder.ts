import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/index.ts';

/** Creates a folder that is deleted when the test ends. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'social-sandbox-kept-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a sandbox that approves automatically and saves its state. */
export async function openKept(dataDir: string, options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ dataDir, autoApprove: true, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Closes a sandbox, and lets `fetch` notice its closed connections before another sandbox uses the same port. */
export async function closeForGood(sandbox: Sandbox): Promise<void> {
  await sandbox.close();
  await sleep(100);
}
