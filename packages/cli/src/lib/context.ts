import type { SocialClient } from '@social/sdk';
import { configPath, type ReadConfig, readConfig } from './config/config-file.ts';
import { checkBaseUrl, type GlobalFlags, resolveSettings, type Settings } from './config/settings.ts';
import type { Io } from './io.ts';
import { type Access, checkAccess } from './server/access.ts';
import { compareVersions, VERSION_HEADER } from './server/server-version.ts';
import { createOutput, type Output } from './terminal/output.ts';
import { VERSION } from './version.ts';

/** The environment of a command. */
export interface Context {
  readonly io: Io;
  readonly argv: readonly string[];
  readonly flags: GlobalFlags;
  readonly output: Output;
  /** The stored configuration, read once. */
  stored(): Promise<ReadConfig>;
  settings(): Promise<Settings>;
  /** The client of the whole run. @throws {CliError} exit code 4 without a key, 2 for an unusable address */
  client(): Promise<SocialClient>;
  /** The slug of the profile in use; undefined for the default profile. */
  profile(): Promise<string | undefined>;
  /**
   * Has the client of the run wait where the server takes no more requests, as long as it says, up to ten minutes a call. Must be
   * called before the client is opened.
   * @param tell called before each wait
   */
  waitAsTold(tell: (delayMs: number) => void): void;
  /** Records the server's version from an answer. */
  noteVersion(answer: Response): void;
  /** The server and key that the client was opened with. */
  readonly access: Access | undefined;
  /** Prints a warning, at the end of a run, when the versions of command and server do not fit. */
  warnOfVersion(): Promise<void>;
}

export function createContext(io: Io, argv: readonly string[], flags: GlobalFlags): Context {
  const output = createOutput(io, flags.json ? 'json' : (flags.output ?? 'auto'));
  let reading: Promise<ReadConfig> | undefined;
  const stored = () => {
    reading ??= readConfig(configPath(io));
    return reading;
  };
  const settings = async () => resolveSettings(flags, io.env, await stored());
  let opening: Promise<SocialClient> | undefined;
  let serverVersion: string | null = null;
  const noteVersion = ({ headers }: Response) => {
    serverVersion ??= headers.get(VERSION_HEADER);
  };
  let access: Access | undefined;
  let tellWait: ((delayMs: number) => void) | undefined;
  const open = async () => {
    const used = await settings();
    const { apiKey, baseUrl } = used;
    access = checkAccess(io, used, await stored());
    const { isExposed, path } = await stored();
    if (isExposed && apiKey.source === 'file') {
      await output.note(`Warning: others can read your API key in ${path}. Run: chmod 600 ${path}`);
    }
    return await openClient({ io, flags, noteVersion, tellWait }, baseUrl.value ?? '', apiKey.value ?? '');
  };
  return {
    io,
    argv,
    flags,
    output,
    stored,
    settings,
    noteVersion,
    waitAsTold(tell) {
      tellWait = tell;
    },
    get access() {
      return access;
    },
    async warnOfVersion() {
      const difference = serverVersion === null ? undefined : compareVersions(VERSION, serverVersion);
      if (difference) await output.note(`Warning: ${difference.message}: ${difference.fix}.`);
    },
    client() {
      opening ??= open();
      return opening;
    },
    async profile() {
      return (await settings()).profile.value;
    },
  };
}

/** Longest time that a call of a run over many posts waits for the server to take it. */
const PATIENCE_MS = 10 * 60_000;

interface ClientEnvironment extends Pick<Context, 'io' | 'flags'>, Partial<Pick<Context, 'noteVersion'>> {
  /** Called before each wait of a client that waits as the server says. */
  readonly tellWait?: ((delayMs: number) => void) | undefined;
}

/** Opens a client for an address and key, stored or not. An empty key is not sent. */
export async function openClient(
  { io, flags, noteVersion, tellWait }: ClientEnvironment,
  baseUrl: string,
  apiKey: string,
): Promise<SocialClient> {
  checkBaseUrl(baseUrl, flags.insecure === true);
  const { createClient } = await import('@social/sdk');
  const fetchAndNote = async (request: Request) => {
    const answer = await io.fetch(request);
    noteVersion?.(answer);
    return answer;
  };
  return createClient({
    ...{ apiKey, baseUrl, fetch: fetchAndNote, userAgent: `social-cli/${VERSION}` },
    ...(tellWait && { patienceMs: PATIENCE_MS, hooks: { onRetry: ({ delayMs }) => tellWait(delayMs) } }),
  });
}
