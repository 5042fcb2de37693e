import { SCOPES } from '@social/types';
import type { Command } from 'commander';
import { documented, READS } from '../../lib/help.ts';
import { repeated, single } from '../../lib/options.ts';
import type { Start } from '../start.ts';

/** `social login`, `logout` and `whoami`. */
export function registerAccount(program: Command, start: Start): void {
  const login = program
    .command('login')
    .description('sign in to a server through the browser, and store the key that it gives')
    .option('--no-browser', 'show a code to be approved on any device instead of opening the browser here')
    .option('--with-key', 'use a key that you have: read from stdin, or asked for on a terminal')
    .addOption(repeated('--scope <scope>', `what the key may do (${SCOPES.join(', ')}); everything by default`))
    .addOption(single('--name <name>', 'name to store the server under, for --context and `social config use`'))
    .action(start(async () => (await import('./login.ts')).logIn));
  documented(login, {
    examples: [
      'social login',
      'social login --no-browser --base-url https://social.example.com',
      'social login --scope publish',
      'printf %s "$KEY" | social login --with-key --base-url https://social.example.com',
      'social login --name work --base-url https://social.example.com --profile acme',
    ],
    notes:
      'The key is made for this machine and named after it; revoke it with: social keys revoke\nThe browser shows what the key may do, and allows less where you choose so.\nThe server becomes the current one. Without --name it keeps the name under which that address is stored, and a\nsecond address is stored beside the first, never over it.',
    json: '{"context","baseUrl","config","plan"}',
    exits: READS,
  });
  documented(
    program
      .command('logout')
      .description('forget the stored API key; it stays valid on the server')
      .action(start(async () => (await import('./logout.ts')).logOut)),
    { examples: ['social logout', 'social logout --context work'], json: '{"ok":true}' },
  );
  documented(
    program
      .command('whoami')
      .description('show which server, key and profile are in use')
      .action(start(async () => (await import('./whoami.ts')).showIdentity)),
    {
      examples: ['social whoami', 'social whoami --json'],
      json: '{"context","baseUrl","keyPreview","keySource","profile","plan":{"id","label","price"},"credits":{"available",…}}',
      exits: READS,
    },
  );
}
