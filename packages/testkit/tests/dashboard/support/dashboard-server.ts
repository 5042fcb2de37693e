import { changePlan } from '@social/server';
import {
  commandContext,
  type ServerProcess,
  startServer,
  temporaryDirectory,
} from '../../../src/programs/server-process.ts';

/** Each test signs up its own account, and all of them are one client. */
const OPEN_TO_TESTS = { NODE_ENV: 'production', SOCIAL_SIGN_UP: 'open', SOCIAL_RATE_LIMIT: 'off' };

/** The built server with its dashboard, as a program, with its sandbox unless it was started without. */
export interface DashboardServer extends Pick<ServerProcess, 'child' | 'url' | 'sandboxUrl' | 'sandbox' | 'log'> {
  readonly dataDir: string;
  /** Puts an account on another plan, as an operator does. */
  setPlan(email: string, plan: 'free' | 'pro'): Promise<void>;
  /** Stops the server as an operator would. @throws Error with its log when it ends with another status than 0 */
  stop(): Promise<void>;
}

/**
 * Starts a server as an operator would.
 * @param settings variables beyond the usual ones, for example `SOCIAL_BASE_URL`
 */
export async function startDashboard(
  settings: Readonly<Record<string, string>> = {},
  { isSandboxed = true }: { isSandboxed?: boolean } = {},
): Promise<DashboardServer> {
  const directory = temporaryDirectory();
  const env = { ...OPEN_TO_TESTS, SOCIAL_DATA_DIR: directory.path, ...settings };
  const server = await startServer(env, isSandboxed ? ['--sandbox'] : [], { hashesQuickly: true });
  return {
    ...server,
    dataDir: directory.path,
    setPlan: (email, plan) => changePlan({ email, plan }, commandContext(env)),
    async stop() {
      const { code, stderr } = await server.stop();
      directory[Symbol.dispose]();
      if (code !== 0) throw new Error(`the server ended with status ${code}:\n${stderr}`);
    },
  };
}
