import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { oneLine } from '../../lib/terminal-text.ts';

interface Shown {
  readonly value: string | null;
  readonly source: string;
}

/** `social config list`. */
export async function listConfig(context: Context): Promise<void> {
  const values = await readValues(context);
  await context.output.data(values, ({ columns, layout }) => {
    const rows = Object.entries(values).map(([name, { value, source }]) => [name, source, oneLine(value ?? '')]);
    return layout.table(['NAME', 'SOURCE', 'VALUE'], rows, columns);
  });
}

/** `social config get <name>`. */
export async function getConfig(context: Context, name: string): Promise<void> {
  const shown = (await readValues(context))[name];
  if (!shown) throw usageError(`There is no value ${JSON.stringify(name)}`);
  await context.output.data(shown, () => `${oneLine(shown.value ?? 'not set')} (${shown.source})`);
}

async function readValues(context: Context): Promise<Record<string, Shown>> {
  const { baseUrl, apiKey, profile } = await context.settings();
  const { path } = await context.stored();
  // The key itself is never printed: terminals and logs keep what they show.
  const preview = apiKey.value ? `…${apiKey.value.slice(-4)}` : null;
  return {
    'base-url': { value: baseUrl.value ?? null, source: baseUrl.source },
    'api-key': { value: preview, source: apiKey.source },
    profile: { value: profile.value ?? null, source: profile.source },
    path: { value: path, source: 'default' },
  };
}
