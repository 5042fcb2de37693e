import { expect } from 'vitest';
import { runServer } from '../../../src/programs/server-process.ts';

const ACCOUNT = ['--email', 'a@example.org'];
export const CREATE = ['workspace', 'create', ...ACCOUNT, '--password', 'correct horse battery', '--json'];
export const REAL_KEY = /^sk_live_sp_[0-9A-Za-z]{49}$/;
export const SANDBOX_KEY = /^sk_live_sandbox_[0-9A-Za-z]{49}$/;
export const REFUSAL = {
  code: 'unauthorized',
  error: expect.stringMatching(/is for a server with a sandbox, and this server runs without one/),
  details: { keyFor: 'sandbox' },
};

/** Runs a command while the server runs, or before it starts, and returns the key that the command prints. */
export async function makeKey(dataDir: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runServer(args, { SOCIAL_DATA_DIR: dataDir });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout).apiKey;
}

export const moreKeys = (...flags: string[]) => ['workspace', 'key', ...ACCOUNT, '--json', ...flags];
