import { isLoopbackUrl } from '../config/settings.ts';
import { type Context, openClient } from '../context.ts';
import { failed, usageError } from '../errors.ts';
import { oneLine, quote } from '../text/terminal-text.ts';
import { fetchData } from './send.ts';

/** Options of commands that call a sandbox. */
export interface SandboxOptions {
  readonly url?: string;
}

/** A sandbox that runs on this machine. */
export interface RunningSandbox {
  readonly url: string;
  /** Calls `/_sandbox/<path>`. @throws {CliError} */
  call<Answer>(method: string, path: string, body?: object): Promise<Answer>;
}

/**
 * Finds the sandbox at `--url`, else the one that the server in use names. Needs and sends no API key.
 * @throws {CliError} when there is no sandbox
 */
export async function findSandbox(context: Context, { url }: SandboxOptions): Promise<RunningSandbox> {
  const address = url === undefined ? await askServer(context) : url;
  const parsed = URL.parse(address);
  if (parsed?.protocol !== 'http:' || !isLoopbackUrl(parsed)) {
    const source = url === undefined ? 'The server says that its sandbox is at' : '--url is for a sandbox, and not for';
    throw usageError(
      `${source} ${quote(address)}: a sandbox is at http://127.0.0.1:PORT`,
      'Nothing was sent there. See which address it printed when it started.',
    );
  }
  const { origin } = parsed;
  return { url: origin, call: (method, path, body) => call(context, { origin, method, path, body }) };
}

/** The address of a server's sandbox; undefined when it publishes to real networks. Sends no API key. */
async function sandboxUrlOf(context: Context, baseUrl: string): Promise<string | undefined> {
  const { io, flags, noteVersion } = context;
  const client = await openClient({ io, flags: { ...flags, insecure: true }, noteVersion }, baseUrl, '');
  return (await fetchData(context, 'asking the server …', (options) => client.server.getHealth({}, options)))
    .sandboxUrl;
}

/** The address of a server's sandbox when both are on this machine, else undefined. */
export async function sandboxUrlHere(context: Context, baseUrl: string): Promise<string | undefined> {
  return hostElsewhere(baseUrl) === undefined ? await sandboxUrlOf(context, baseUrl) : undefined;
}

/** Host of a server on another machine, whose sandbox cannot be reached from here. */
function hostElsewhere(baseUrl: string): string | undefined {
  const server = URL.parse(baseUrl);
  return server && !isLoopbackUrl(server) ? server.host : undefined;
}

async function askServer(context: Context): Promise<string> {
  const baseUrl = (await context.settings()).baseUrl.value ?? '';
  const sandboxUrl = await sandboxUrlOf(context, baseUrl);
  if (sandboxUrl === undefined) {
    throw failed(
      'no_sandbox',
      `The server at ${oneLine(baseUrl)} runs without a sandbox`,
      'Nothing was changed. Name a sandbox that runs without a server with --url http://127.0.0.1:PORT.',
      'A server with one: social-server start --sandbox',
    );
  }
  const elsewhere = hostElsewhere(baseUrl);
  if (elsewhere !== undefined) {
    throw failed(
      'sandbox_elsewhere',
      `The sandbox of ${elsewhere} listens on that machine only`,
      'Nothing was changed. Run the command there, or bring its port here and name it with --url.',
    );
  }
  return sandboxUrl;
}

async function call<Answer>(
  { io }: Context,
  { origin, method, path, body }: { origin: string; method: string; path: string; body?: object | undefined },
): Promise<Answer> {
  const request = new Request(`${origin}/_sandbox/${path}`, {
    method,
    redirect: 'error',
    signal: io.signal,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const response = await io.fetch(request).catch(() => {
    if (io.signal.aborted) throw io.signal.reason;
    const hint = 'Is it running? The server prints its address when it starts.';
    throw failed('connection_failed', `No sandbox answers at ${origin}`, hint);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (typeof answer !== 'object' || answer === null) {
    throw failed('unexpected_answer', `The program at ${origin} is not a sandbox`);
  }
  if (response.ok) return answer as Answer;
  const reason = 'error' in answer ? oneLine(String(answer.error)) : `it answered ${response.status}`;
  throw failed('sandbox_refused', `The sandbox refuses: ${reason}`, 'Nothing was changed.');
}
