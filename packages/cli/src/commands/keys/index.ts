import type { Command } from 'commander';
import type { Start } from '../start.ts';

/** `social keys`. */
export function registerKeys(program: Command, start: Start): void {
  const keys = program.command('keys').description('list, create and revoke API keys');
  keys
    .command('list')
    .description('list the API keys of the workspace')
    .action(start(async () => (await import('./list.ts')).listKeys));
  keys
    .command('create <name>')
    .description('create an API key; it is shown this once')
    .action(start(async () => (await import('./create.ts')).createKey));
  keys
    .command('revoke <id>')
    .description('revoke an API key by its id or the end of it that `keys list` shows')
    .action(start(async () => (await import('./revoke.ts')).revokeKey));
}
