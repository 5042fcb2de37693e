import { Command, Option } from 'commander';
import { registerAccount } from './commands/account/index.ts';
import { registerActivity } from './commands/activity/index.ts';
import { registerApply } from './commands/apply/index.ts';
import { COMPLETE, registerCompletion } from './commands/completion/index.ts';
import { registerConfig } from './commands/config/index.ts';
import { registerConnect } from './commands/connect/index.ts';
import { registerDoctor } from './commands/doctor/index.ts';
import { registerDraft } from './commands/draft/index.ts';
import { registerExport } from './commands/export/index.ts';
import { registerFeed } from './commands/feed/index.ts';
import { registerKeys } from './commands/keys/index.ts';
import { registerMcp } from './commands/mcp/index.ts';
import { registerMembers } from './commands/members/index.ts';
import { registerMicroblog } from './commands/microblog/index.ts';
import { registerPost } from './commands/post/index.ts';
import { registerProfiles } from './commands/profiles/index.ts';
import { registerProfnet } from './commands/profnet/index.ts';
import { registerSandbox } from './commands/sandbox/index.ts';
import { registerSlots } from './commands/slots/index.ts';
import type { Start } from './commands/start.ts';
import { registerWebhooks } from './commands/webhooks/index.ts';
import { widthOfHelp, wrapHelp } from './lib/help.ts';
import type { Io } from './lib/io.ts';
import { single } from './lib/options.ts';
import { wrapWords } from './lib/text/wrap-words.ts';
import { VERSION } from './lib/version.ts';

const REFERENCE = `
Exit codes: 0 done or already done, 1 failed, 2 wrong usage or input, 3 some platforms failed, 4 not signed in or not
connected, 5 credits or plan, 6 rate limited, 7 outcome unknown, 130 interrupted.
Environment: SOCIAL_API_KEY, SOCIAL_BASE_URL, SOCIAL_PROFILE and SOCIAL_CONTEXT. A flag beats them, they beat what
login has stored.
Data goes to stdout, as JSON when stdout is no terminal; everything else goes to stderr.`;

/** Commands that are declared together. Each has a line in the list of all commands. */
interface Group {
  readonly register: (program: Command, start: Start, argv?: readonly string[]) => void;
  readonly commands: Readonly<Record<string, string>>;
}

const GROUPS: readonly Group[] = [
  {
    register: registerPost,
    commands: { post: 'publish now or later; list, move, cancel and retry posts' },
  },
  {
    register: registerDraft,
    commands: { draft: 'posts that wait until somebody approves them' },
  },
  {
    register: registerApply,
    commands: { apply: 'publish posts that are written in files, each once' },
  },
  {
    register: registerFeed,
    commands: { feed: 'publish the new items of a feed, each once' },
  },
  {
    register: registerConnect,
    commands: { connect: 'connect an account; show what is connected', disconnect: 'disconnect a platform' },
  },
  {
    register: registerProfiles,
    commands: { profiles: 'groups of connections, one per brand or client' },
  },
  {
    register: registerSlots,
    commands: { slots: 'weekly times at which the posts of a profile go out' },
  },
  {
    register: registerKeys,
    commands: { keys: 'list, create and revoke API keys' },
  },
  {
    register: registerMembers,
    commands: { members: 'people of the workspace, and what each may do' },
  },
  {
    register: registerWebhooks,
    commands: { webhooks: 'tell other programs what happened' },
  },
  {
    register: registerMicroblog,
    commands: { microblog: 'actions on the microblog, X (paid plan)' },
  },
  {
    register: registerProfnet,
    commands: { profnet: 'actions on LinkedIn' },
  },
  {
    register: registerActivity,
    commands: { usage: 'plan, credits and recent charges', logs: 'the activity log' },
  },
  {
    register: registerExport,
    commands: { export: 'write posts, drafts, log and files into a folder' },
  },
  {
    register: registerAccount,
    commands: {
      login: 'sign in to a server',
      logout: 'forget the stored API key; it stays valid on the server',
      whoami: 'which server, key and profile are in use',
    },
  },
  {
    register: registerConfig,
    commands: { config: 'stored servers, and where the values in use come from' },
  },
  {
    register: registerDoctor,
    commands: { doctor: 'find what is wrong and how to fix it' },
  },
  {
    register: registerCompletion,
    commands: { completion: 'complete commands, flags and profiles in a shell' },
  },
  {
    register: registerMcp,
    commands: { mcp: 'serve agents over the Model Context Protocol' },
  },
  {
    register: registerSandbox,
    commands: { sandbox: 'the networks, simulated on this machine' },
  },
];

/**
 * The command with all its groups; the code of a command is loaded when it runs.
 * @param argv declares only the groups that these arguments name. The others get a line in the list, which is enough for
 * `--help` and for suggestions; without `argv` all groups are declared.
 */
export function createProgram(io: Io, start: Start, argv?: readonly string[]): Command {
  const program: Command = new Command('social')
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
    // Options of a group, such as `post`, do not apply to the commands below it.
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: (command) => (command === program ? [] : [...program.options]),
    })
    .addHelpText('after', () => wrapWords(REFERENCE, widthOfHelp(program)))
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // Reported together with all other failures.
      outputError: () => {},
    });
  wrapHelp(program, io.stdout.columns);
  const words = argv === undefined || argv.includes(COMPLETE) ? undefined : new Set(argv);
  for (const { register, commands } of GROUPS) {
    const names = Object.keys(commands);
    const isNamed = words === undefined || names.some((name) => words.has(name));
    if (isNamed) register(program, start, words && argv);
    for (const name of names) {
      const command = isNamed ? program.commands.find((one) => one.name() === name) : program.command(name);
      command?.summary(commands[name] ?? '');
    }
  }
  return program;
}
