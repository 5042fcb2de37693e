import type { Input } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { parseFilter } from '../../lib/post/input/targets.ts';
import { fetchData } from '../../lib/server/send.ts';
import { readNames } from './log-accounts.ts';
import { cellsOf } from './log-line.ts';

type Filter = Pick<Input<'listLogs'>, 'action' | 'status'>;

export interface LogOptions extends Filter {
  readonly limit?: number;
  readonly offset?: number;
  readonly platform?: string;
  readonly follow?: boolean;
}

/** `social logs`. Filters by the profile that `--profile` names, not by the stored one. */
export async function showLogs(context: Context, options: LogOptions): Promise<ExitCode> {
  const { limit, offset, action, status, follow } = options;
  const platform = options.platform === undefined ? undefined : parseFilter(options.platform);
  const client = await context.client();
  const filter = { action, status, profile: context.flags.profile, platform };
  if (follow) return (await import('./follow-logs.ts')).followLogs(context, client, filter, limit);
  const page = await fetchData(context, 'reading …', (call) =>
    client.logs.listLogs({ limit, offset, ...filter }, call),
  );
  const namePlatform = await readNames(context, context.output.isJson ? [] : page.logs);
  await context.output.data(page, ({ columns, layout }) => {
    if (page.logs.length === 0) return `No entries; ${page.total} in all`;
    const shown = `${page.offset + 1}-${page.offset + page.logs.length} of ${page.total}`;
    const rows = page.logs.map((entry) => cellsOf(entry, namePlatform));
    const heading = ['WHEN', 'ACTION', 'PLATFORM', 'PROFILE', 'STATUS', 'DETAIL'];
    return `${layout.table(heading, rows, columns)}\n${shown}`;
  });
  return EXIT.done;
}
