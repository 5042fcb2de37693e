import { SCOPES } from '@social/types';
import type { Command } from 'commander';
import { CHANGES, documented, READS } from '../../lib/help.ts';
import { flag, integer, repeated, single } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

/** `social keys`. */
export function registerKeys(program: Command, start: Start): void {
  const keys = documented(program.command('keys').description('list, create and revoke API keys'), {
    examples: ['social keys list', 'social keys create ci'],
  });
  const list = keys
    .command('list')
    .description('list the API keys of the workspace')
    .action(start(async () => (await import('./list.ts')).listKeys));
  documented(list, {
    examples: ['social keys list', 'social keys list --json'],
    json: '{"keys":[{"id","name","keyPreview","createdAt","lastUsedAt","scopes","profiles","platforms","expiresAt","creditLimit","creditsUsed"}]}',
    exits: READS,
  });
  const create = keys
    .command('create <name>')
    .description('create an API key; it is shown this once')
    .addOption(repeated('--scope <scope>', `what the key may do (${SCOPES.join(', ')}); everything by default`))
    .addOption(repeated('--platform <platform>', 'the only platforms, networks and accounts that it may use'))
    .addOption(single('--expires <when>', 'end of the key: a span such as 90d, or a time'))
    .addOption(integer('--credit-limit <credits>', 'most credits that it may spend in a month', 1, 1_000_000_000))
    .action(start(async () => (await import('./create.ts')).createKey));
  documented(create, {
    examples: [
      'social keys create ci',
      'social keys create ci --scope publish --profile acme --platform profnet --expires 90d --credit-limit 200',
      'social keys create newsroom --scope publish --platform mastodon:news,telegram',
      'KEY="$(social keys create ci --output text)"',
    ],
    notes: `As text, stdout has nothing but the key.
With --profile, which may list several with commas, the key sees and uses only these profiles.
With --platform, mastodon means all its accounts, telegram all accounts of Telegram, and mastodon:news that account alone, also after
it was renamed.
A key with some scopes makes only keys that may do no more.`,
    json: '{"key":{"id","name","keyPreview",…},"rawKey"}',
    exits: CHANGES,
  });
  const revoke = keys
    .command('revoke [id]')
    .description('revoke an API key by its id or the end of it that `keys list` shows')
    .addOption(flag('--all', 'revoke every key of the workspace, the one in use too'))
    .addOption(yesOption())
    .action(start(async () => (await import('./revoke.ts')).revokeKey));
  documented(revoke, {
    examples: ['social keys revoke a1B2', 'social keys revoke a1B2 --yes', 'social keys revoke --all'],
    json: '{"ok":true}\n  --all: {"ok":true,"revoked"}',
    exits: CHANGES,
  });
}
