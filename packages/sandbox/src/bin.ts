#!/usr/bin/env node
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import type { Sandbox } from './client/sandbox.ts';
import type { SandboxOptions } from './start-sandbox.ts';

const usage = `Usage: social-sandbox start [--port <number>] [--data-dir <folder> [--reset]] [--as-networks] [--json]

Runs the simulated networks on this machine, at 127.0.0.1, until interrupted.

  --port <number>  TCP port (default: the last one used with --data-dir, or else a free one)
  --data-dir <folder>
                   keep accounts, tokens and posts in this folder, and start with those that are there
  --reset          empty the folder first
  --as-networks    also run an HTTPS proxy that sends calls to the networks' own host names here, and print what to
                   export
  --json           print one line of JSON, {"url":"http://127.0.0.1:<port>"}, when ready; with --as-networks also
                   "proxyUrl" and "environment"
  --version        print the version
`;

/**
 * Reads the arguments.
 *
 * @returns `undefined` after printing the help, the version, or the mistake in the arguments.
 */
function readArguments(): { options: SandboxOptions; json: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        'data-dir': { type: 'string' },
        reset: { type: 'boolean', default: false },
        'as-networks': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'V' },
      },
    });
    if (values.help || values.version) {
      process.stdout.write(values.help ? usage : `${manifest.version}\n`);
      return undefined;
    }
    const { port, reset, json, 'data-dir': dataDir, 'as-networks': asNetworks } = values;
    const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) <= 65535);
    if (positionals.join(' ') !== 'start') throw new Error('the only command is start');
    if (!isPort) throw new Error('--port must be a number from 0 to 65535');
    if (reset && dataDir === undefined)
      throw new Error('--reset empties the folder of --data-dir, so give --data-dir too');
    const options = {
      asNetworks,
      reset,
      ...(port !== undefined && { port: Number(port) }),
      ...(dataDir && { dataDir }),
    };
    return { options, json };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exitCode = 2;
    return undefined;
  }
}

function describe({ url, asNetworks }: Sandbox): string {
  const exports = Object.entries(asNetworks?.environment ?? {}).map((variable) => `  ${exportLine(...variable)}\n`);
  const proxied = asNetworks
    ? `Programs started with these variables reach the sandbox by the networks' own host names, and reach no other host:\n\n${exports.join('')}\nThe certificate was made for this run and is not installed anywhere.\n\n`
    : '';
  return `The sandbox is ready. See what gets published:\n\n  ${url}\n\nIts networks are at ${url}/<network>.\n\n${proxied}Stop it with Ctrl-C.\n`;
}

/** Returns the line that sets a variable in the usual shell of this system. */
function exportLine(name: string, value: string): string {
  // Not on Windows: PowerShell has no `export`.
  return process.platform === 'win32' ? `$env:${name}='${value}'` : `export ${name}=${value}`;
}

async function main(): Promise<void> {
  const wanted = readArguments();
  if (!wanted) return;
  // Loaded late, because the networks take longer to load than a help text should.
  const { startSandbox } = await import('./start-sandbox.ts');
  const sandbox = await startSandbox(wanted.options);
  const stop = () => {
    void sandbox.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  process.stdout.write(
    wanted.json ? `${JSON.stringify({ url: sandbox.url, ...sandbox.asNetworks })}\n` : describe(sandbox),
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`The sandbox did not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
