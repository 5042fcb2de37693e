import type { Command } from 'commander';
import { accountOption } from '../../lib/actor.ts';
import { ACTS, documented } from '../../lib/help.ts';
import { idempotencyKey, single } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

/** `social profnet`. Posts are named by their URN. */
export function registerProfnet(program: Command, start: Start): void {
  const profnet = program.command('profnet').description('actions on LinkedIn');
  documented(profnet, { examples: ['social profnet reshare urn:li:share:7141138937766391808'] });
  const remove = profnet
    .command('delete <urn>')
    .description('delete one of your own posts')
    .addOption(yesOption())
    .addOption(accountOption())
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./actions.ts')).deletePost));
  documented(remove, {
    examples: ['social profnet delete urn:li:share:7141138937766391808'],
    json: '{"ok","deleted","postUrn"}',
    exits: ACTS,
  });
  const reshare = profnet
    .command('reshare <urn>')
    .description('reshare a post')
    .addOption(single('--commentary <text>', 'what you say about it'))
    .addOption(accountOption())
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./actions.ts')).resharePost));
  documented(reshare, {
    examples: ['social profnet reshare urn:li:share:7141138937766391808 --commentary "Worth reading"'],
    json: '{"ok","reshareId"}',
    exits: ACTS,
  });
}
