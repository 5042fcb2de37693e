import { LOG_ACTIONS, LOG_STATUSES } from '@social/types';
import { type Command, Option } from 'commander';
import { documented, READS } from '../../lib/help.ts';
import { integer, platformOption } from '../../lib/options.ts';
import type { Start } from '../start.ts';

/** `social usage` and `social logs`. */
export function registerActivity(program: Command, start: Start): void {
  const usage = program
    .command('usage')
    .description('show plan, credits and recent charges')
    .addOption(integer('--days <n>', 'show what was spent on each of the last days instead', 1, 92))
    .action(start(async () => (await import('./usage.ts')).showUsage));
  documented(usage, {
    examples: ['social usage', 'social usage --days 30', 'social usage --json'],
    json: '{"plan":{…},"credits":{"balance","held","available","monthlyAllowance","used","resetAt"},"recentTransactions":[…]}\n  --days: {"timeZone","days":[{"date","credits","platforms":{"<platform>":credits}}]}',
    exits: READS,
  });
  const logs = program
    .command('logs')
    .description('show the activity log, newest first')
    .addOption(integer('--limit <n>', 'how many entries, 50 when left out (10 with --follow)', 1, 200))
    .addOption(integer('--offset <n>', 'how many of the newest to leave out', 0, Number.MAX_SAFE_INTEGER))
    .addOption(new Option('--action <action>', 'only entries of this kind').choices(LOG_ACTIONS))
    .addOption(platformOption('only entries of this platform, or of one of its accounts'))
    .addOption(new Option('--status <status>', 'only entries with this outcome').choices(LOG_STATUSES))
    .addOption(
      new Option('--follow', 'print the newest last and keep printing new entries, until Ctrl-C').conflicts('offset'),
    )
    .action(start(async () => (await import('./logs.ts')).showLogs));
  documented(logs, {
    examples: [
      'social logs --limit 20',
      'social logs --platform microblog --status failed',
      'social logs --platform mastodon:news',
      'social logs --profile acme --follow',
    ],
    notes: '--follow asks the server every 2 seconds, and goes on when the server comes back after a restart.',
    json: '{"logs":[{"id","action","platform","profileName","status","metadata","createdAt"}],"total","limit","offset"}\n  --follow: one entry of `logs` per line',
    exits: READS,
  });
}
