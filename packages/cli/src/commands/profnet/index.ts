import type { Command } from 'commander';
import { idempotencyKey, single } from '../../lib/options.ts';
import type { Start } from '../start.ts';

/** `social profnet`. Posts are named by their URN. */
export function registerProfnet(program: Command, start: Start): void {
  const profnet = program.command('profnet').description('actions on the professional network');
  profnet
    .command('delete <urn>')
    .description('delete one of your own posts')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./actions.ts')).deletePost));
  profnet
    .command('reshare <urn>')
    .description('reshare a post')
    .addOption(single('--commentary <text>', 'what you say about it'))
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./actions.ts')).resharePost));
}
