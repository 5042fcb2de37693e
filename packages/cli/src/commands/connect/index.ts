import { networkFacts, PLATFORM_IDS, type PlatformId, platformFacts } from '@social/types';
import type { Command } from 'commander';
import { CHANGES, documented, READS } from '../../lib/help.ts';
import { single } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

const EXAMPLES = { handle: 'ada.bsky.social', host: 'fosstodon.org' };
const NAMES = {
  botToken: 'a bot token',
  webhookUrl: 'webhook address',
  appPassword: 'an app password',
  accessToken: 'an access token',
};

/** Each platform that takes a credential, with what it takes. */
const SECRETS = PLATFORM_IDS.map((id) => {
  const secrets = platformFacts(id).networks.flatMap((network) => networkFacts(network).connect.secret ?? []);
  return { id, words: secrets.map((secret) => NAMES[secret]).join(' or ') };
})
  .flatMap(({ id, words }) => (words === '' ? [] : [`${id} ${words}`]))
  .join(', ');

const ACCOUNT =
  '{"name","isDefault","connected","state","displayName","username","network","connectedAt","expiresAt",…}';

/** The platforms that ask for this before the sign-in. */
function askingFor(field: keyof typeof EXAMPLES): readonly PlatformId[] {
  return PLATFORM_IDS.filter((id) => platformFacts(id).signIn?.asks === field);
}

/** `social connect` and `social disconnect`. */
export function registerConnect(program: Command, start: Start): void {
  const connect = program
    .command('connect [platform]')
    .description('connect an account: opens the browser and waits until it is connected')
    .option('--no-browser', 'only print the address')
    .option('--another', 'have the network ask which account signs in, where it can')
    .addOption(
      single('--handle <name>', `${askingFor('handle').join(', ')}: name of the account, such as ${EXAMPLES.handle}`),
    )
    .addOption(
      single('--host <server>', `${askingFor('host').join(', ')}: server of the account, such as ${EXAMPLES.host}`),
    )
    .option('--with-token', `read the token from stdin: ${SECRETS}`)
    .addOption(single('--chat <id>', 'chatbot: number or @name of the chat that the bot posts to'))
    .action(start(async () => (await import('./connect.ts')).connectPlatform));
  documented(connect, {
    examples: [
      'social connect microblog',
      'social connect profnet --profile acme --no-browser',
      'social connect video --another',
      `social connect ${askingFor('handle')[0]} --handle ${EXAMPLES.handle}`,
      `social connect ${askingFor('host')[0]} --host ${EXAMPLES.host}`,
      'printf %s "$BOT_TOKEN" | social connect chatbot --with-token --chat @release_notes',
    ],
    json: '{"<platform>":{"connected","state","displayName","username","network","connectedAt","expiresAt",…}}\n  --with-token: {"ok":true,"account":{"id","name",…}}',
    notes:
      'A further account of a platform is added. Each has a short name, which connect status shows: mastodon:news.',
    exits: READS,
  });
  const status = connect
    .command('status')
    .description('show which accounts the profile is connected to')
    .addOption(single('--fail-if-expires-in <span>', 'end with 4 when a connection ends sooner: 12h, 7d, 2w'))
    .action(start(async () => (await import('./status.ts')).showConnections));
  documented(status, {
    examples: [
      'social connect status',
      'social connect status --profile acme --json',
      'social connect status --fail-if-expires-in 7d',
    ],
    notes:
      'With --fail-if-expires-in a connection that the network no longer accepts counts as ended; one that renews itself\nnever does. stderr names each connection with what to do. Made for a daily job.',
    json: '{"<platform>":{"connected","state","displayName","username","network","picture","connectedAt",\n  "expiresAt","configured","missingScopes","warning"?,"accounts":[{"name","isDefault",…}]}}',
    exits: READS,
  });
  registerAccountChanges(connect, start);
  documented(
    program
      .command('disconnect <platform>')
      .description('disconnect a platform from the profile, or one of its accounts')
      .addOption(yesOption())
      .action(start(async () => (await import('./disconnect.ts')).disconnectPlatform)),
    {
      examples: ['social disconnect mastodon:news', 'social disconnect profnet --profile acme --yes'],
      json: '{"ok":true}',
      exits: CHANGES,
    },
  );
}

/** `social connect rename` and `social connect default`. */
function registerAccountChanges(connect: Command, start: Start): void {
  documented(
    connect
      .command('rename <account> <name>')
      .description('give an account another short name; the earlier one keeps leading to it')
      .action(start(async () => (await import('./change-account.ts')).renameAccount)),
    { examples: ['social connect rename mastodon:news press'], json: ACCOUNT, exits: CHANGES },
  );
  documented(
    connect
      .command('default <account>')
      .description('choose the account that the platform alone means')
      .action(start(async () => (await import('./change-account.ts')).makeDefault)),
    { examples: ['social connect default mastodon:press'], json: ACCOUNT, exits: CHANGES },
  );
}
