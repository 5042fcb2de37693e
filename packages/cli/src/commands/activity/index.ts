import type { Command } from 'commander';
import { integer } from '../../lib/options.ts';
import type { Start } from '../start.ts';

/** `social usage` and `social logs`. */
export function registerActivity(program: Command, start: Start): void {
  program
    .command('usage')
    .description('show plan, credits and recent charges')
    .action(start(async () => (await import('./usage.ts')).showUsage));
  program
    .command('logs')
    .description('show the activity log, newest first')
    .addOption(integer('--limit <n>', 'how many entries, 50 when left out', 1, 200))
    .addOption(integer('--offset <n>', 'how many of the newest to leave out', 0, Number.MAX_SAFE_INTEGER))
    .action(start(async () => (await import('./logs.ts')).listLogs));
}
