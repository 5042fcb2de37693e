import { Argument, type Command } from 'commander';
import type { Start } from '../start.ts';

/** `social config`. */
export function registerConfig(program: Command, start: Start): void {
  const config = program.command('config').description('show the values in use and where they come from');
  config
    .command('list')
    .description('show every value with its source')
    .action(start(async () => (await import('./show.ts')).listConfig));
  config
    .command('get')
    .description('show one value')
    .addArgument(new Argument('<name>', 'which one').choices(['base-url', 'api-key', 'profile', 'path']))
    .action(start(async () => (await import('./show.ts')).getConfig));
}
