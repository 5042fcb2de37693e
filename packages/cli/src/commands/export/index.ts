import type { Command } from 'commander';
import { documented, READS } from '../../lib/help.ts';
import { single } from '../../lib/options.ts';
import type { Start } from '../start.ts';

/** `social export`. */
export function registerExport(program: Command, start: Start): void {
  const command = program
    .command('export')
    .description('write posts, drafts, the activity log, profiles and connections into a folder')
    .addOption(single('--out <folder>', 'an empty folder, or one to make').makeOptionMandatory())
    .option('--media', 'also the uploaded files that posts and drafts name, as long as the server has them')
    .action(start(async () => (await import('./export.ts')).exportData));
  documented(command, {
    examples: ['social export --out social-2026-11', 'social export --out social-2026-11 --media --json'],
    notes:
      'The folder gets posts.jsonl with results, drafts.jsonl, activity.jsonl, profiles.jsonl and connections.jsonl, one JSON object per line as the API answers it, and export.json last: a folder without it is not complete. It has what the key sees, and no tokens, API keys or webhook secrets. Credits, members, webhooks and the steps of each post are left out. Addresses of uploaded files open them without a key until they expire, at most a day later.',
    json: '{"out","posts","drafts","activity","profiles","connections","media":{"files","bytes","missing"}}',
    exits: READS,
  });
}
