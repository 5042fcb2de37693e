import { Command, Option } from 'commander';
import { registerAccount } from './commands/account/index.ts';
import { registerActivity } from './commands/activity/index.ts';
import { registerApply } from './commands/apply/index.ts';
import { registerCompletion } from './commands/completion/index.ts';
import { registerConfig } from './commands/config/index.ts';
import { registerConnect } from './commands/connect/index.ts';
import { registerDoctor } from './commands/doctor/index.ts';
import { registerKeys } from './commands/keys/index.ts';
import { registerMicroblog } from './commands/microblog/index.ts';
import { registerPost } from './commands/post/index.ts';
import { registerProfiles } from './commands/profiles/index.ts';
import { registerProfnet } from './commands/profnet/index.ts';
import { registerSandbox } from './commands/sandbox/index.ts';
import type { Start } from './commands/start.ts';
import type { Io } from './lib/io.ts';
import { single } from './lib/options.ts';
import { VERSION } from './lib/version.ts';

const REFERENCE = `
Exit codes: 0 done or already done, 1 failed, 2 wrong usage or input, 3 some platforms failed, 4 not signed in or not
connected, 5 credits or plan, 6 rate limited, 7 outcome unknown, 130 interrupted.
Environment: SOCIAL_API_KEY, SOCIAL_BASE_URL, SOCIAL_PROFILE and SOCIAL_CONTEXT. A flag beats them, they beat what
login has stored.
Data goes to stdout, as JSON when stdout is no terminal; everything else goes to stderr.`;

/** The command with all its groups. Their code is loaded when one of them runs. */
export function createProgram(io: Io, start: Start): Command {
  const program = new Command('social')
    .description('Publish to several social networks, never twice')
    .version(VERSION, '-V, --version', 'show the version')
    .option('--json', 'print JSON, errors too')
    .addOption(new Option('--output <format>', 'json or text; by default text on a terminal').choices(['json', 'text']))
    .addOption(single('--base-url <url>', 'address of the server'))
    .addOption(single('--profile <slug>', 'profile to use instead of the default one'))
    .addOption(single('--context <context>', 'stored server to use instead of the current one'))
    .option('--insecure', 'allow plain http:// to another machine')
    .enablePositionalOptions()
    .helpOption('-h, --help', 'show help')
    .configureHelp({ showGlobalOptions: true, helpWidth: Math.max(60, io.stdout.columns ?? 100) })
    .addHelpText('after', REFERENCE)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // Reported together with all other failures.
      outputError: () => {},
    });
  for (const register of [
    registerPost,
    registerApply,
    registerConnect,
    registerProfiles,
    registerKeys,
    registerMicroblog,
    registerProfnet,
    registerActivity,
    registerAccount,
    registerConfig,
    registerDoctor,
    registerCompletion,
    registerSandbox,
  ]) {
    register(program, start);
  }
  return program;
}
