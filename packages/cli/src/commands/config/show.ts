import { isAbsolute } from 'node:path';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { oneLine, quote } from '../../lib/text/terminal-text.ts';

interface Shown {
  readonly value: string | null;
  readonly source: string;
}

/** `social config show`. */
export async function showConfig(context: Context): Promise<void> {
  const values = await readValues(context);
  await context.output.data(values, ({ columns, layout }) => {
    const rows = Object.entries(values).map(([name, { value, source }]) => [name, source, oneLine(value ?? '')]);
    return layout.table(['NAME', 'SOURCE', 'VALUE'], rows, columns);
  });
}

/** `social config get <name>`. */
export async function getConfig(context: Context, name: string): Promise<void> {
  const shown = (await readValues(context))[name];
  if (!shown) throw usageError(`There is no value ${quote(name)}`);
  await context.output.data(shown, () => `${oneLine(shown.value ?? 'not set')} (${shown.source})`);
}

/** `social config path`. */
export async function showPath(context: Context): Promise<void> {
  const { path } = await context.stored();
  await context.output.data({ path }, () => path);
}

/** `social config list`. */
export async function listContexts(context: Context): Promise<void> {
  const { contexts, current = null } = await context.stored();
  const servers = [...contexts].map(([name, { baseUrl, profile, apiKey }]) => ({
    name,
    baseUrl: baseUrl ?? null,
    profile: profile ?? null,
    keyPreview: previewOf(apiKey),
  }));
  await context.output.data({ current, contexts: servers }, ({ columns, layout }) => {
    if (servers.length === 0) return 'No server is stored. Sign in with: social login';
    const rows = servers.map(({ name, baseUrl, profile, keyPreview }) => [
      `${name === current ? '*' : ' '} ${oneLine(name)}`,
      oneLine(profile ?? ''),
      keyPreview ?? 'signed out',
      oneLine(baseUrl ?? ''),
    ]);
    return layout.table(['  NAME', 'PROFILE', 'KEY', 'SERVER'], rows, columns);
  });
}

async function readValues(context: Context): Promise<Record<string, Shown>> {
  const { context: server, baseUrl, apiKey, profile } = await context.settings();
  const { path } = await context.stored();
  const isPlaced = isAbsolute(context.io.env['XDG_CONFIG_HOME'] ?? '');
  return {
    context: { value: server.value ?? null, source: server.source },
    'base-url': { value: baseUrl.value ?? null, source: baseUrl.source },
    'api-key': { value: previewOf(apiKey.value), source: apiKey.source },
    profile: { value: profile.value ?? null, source: profile.source },
    path: { value: path, source: isPlaced ? 'environment' : 'default' },
  };
}

/** The end of a key. Whole keys are never printed, because terminals and logs keep their output. */
function previewOf(apiKey: string | undefined): string | null {
  return apiKey === undefined ? null : `…${apiKey.slice(-4)}`;
}
