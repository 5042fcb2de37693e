import type { Command } from 'commander';
import type { Start } from '../start.ts';

/** `social login`, `logout` and `whoami`. */
export function registerAccount(program: Command, start: Start): void {
  program
    .command('login')
    .description('store the address of a server and an API key, after trying them')
    .option('--with-key', 'read the key from stdin instead of asking for it')
    .addHelpText(
      'after',
      '\nExamples:\n  $ social login\n  $ printf %s "$KEY" | social login --with-key --base-url https://social.example.com',
    )
    .action(start(async () => (await import('./login.ts')).logIn));
  program
    .command('logout')
    .description('forget the stored API key; it stays valid on the server')
    .action(start(async () => (await import('./logout.ts')).logOut));
  program
    .command('whoami')
    .description('show which server, key and profile are in use')
    .action(start(async () => (await import('./whoami.ts')).showIdentity));
}
