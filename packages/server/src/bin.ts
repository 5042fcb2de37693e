import { on, once } from '@social/platforms/guarded';
import { Command, CommanderError } from 'commander';
import type { CommandContext } from './commands/context.ts';
import { AppError, ConfigError } from './errors.ts';
import { armFaultPoint } from './fault-points.ts';
import { describeOldNode, VERSION } from './version.ts';

armFaultPoint(process.env['SOCIAL_FAULT']);
const stopping = new AbortController();
// A reader such as `head` closes the pipe after it has read enough.
on(process.stdout, 'error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
// The server keeps serving after the reader of its log has gone.
on(process.stderr, 'error', () => undefined);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // A second signal stops the process at once.
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
  });
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    const shown = error instanceof Error ? error.stack : error;
    process.stderr.write(`social-server: stopping after an unexpected error: ${shown}\n`);
    process.exitCode = 1;
    stopping.abort();
  });
}

const context: CommandContext = {
  env: process.env,
  signal: stopping.signal,
  stdout: (line) => process.stdout.write(`${line}\n`),
  stderr: (line) => process.stderr.write(`${line}\n`),
  readStdin: async () => (await import('node:stream/consumers')).text(process.stdin),
  async ask(question) {
    const { createInterface } = await import('node:readline');
    return new Promise((resolve) => {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      once(lines, 'close', () => resolve(''));
      lines.question(question, (line) => {
        resolve(line.trim());
        lines.close();
      });
    });
  },
};

const program = new Command('social-server')
  .description('Publish once, to every network, provably')
  .version(VERSION)
  .exitOverride()
  // Help works on every Node; a command would fail on an old Node at the first feature that is missing.
  .hook('preAction', () => {
    const problem = describeOldNode(process.versions.node);
    if (problem !== null) throw new ConfigError('node', problem);
  });

const DATA_DIR = ['--data-dir <directory>', 'where the database and keys are'] as const;
const JSON_OUTPUT = ['--json', 'print JSON'] as const;
const commands = () => import('./rare-commands.ts');

program
  .command('start')
  .description('Migrate the database, then serve until SIGTERM')
  .option('--host <host>', 'address to listen on (SOCIAL_HOST, 127.0.0.1)')
  .option('--port <port>', 'port to listen on, 0 for a free one (SOCIAL_PORT, 8787)')
  .option('--data-dir <directory>', 'where the database and keys are (SOCIAL_DATA_DIR, ./data)')
  .option('--sandbox', 'simulate the networks in this process, and keep their state in the data directory')
  .option('--sandbox-reset', 'forget what the simulated networks hold, posts and accounts, before the start')
  .option('--sandbox-url <url>', 'use a sandbox that already runs')
  .option('--json', 'print one line of JSON when ready')
  .action(async (options) => {
    try {
      await (await import('./commands/start.ts')).start(options, context);
    } finally {
      // What is still under way must not outlive the lock on the database.
      stopping.abort();
    }
  });

program
  .command('doctor')
  .description('Check configuration, database, platforms and clock')
  .option(...DATA_DIR)
  .option(...JSON_OUTPUT)
  .action(async (options) => (await commands()).doctor(options, context));

program
  .command('backup')
  .description('Copy the database into one file, next to a running server; the keys are not in it')
  .argument('<file>', 'the file to write')
  .option(...DATA_DIR)
  .option('--force', 'replace a file that exists')
  .option(...JSON_OUTPUT)
  .action(async (file, options) => (await commands()).backUp(file, options, context));

program
  .command('restore')
  .description('Put a backup in place of the database of a stopped server; scheduled posts are held')
  .argument('<file>', 'a file of social-server backup')
  .option(...DATA_DIR)
  .option('--force', 'keep the current database under another name')
  .option(...JSON_OUTPUT)
  .action(async (file, options) => (await commands()).restore(file, options, context));

program
  .command('upgrade-check')
  .description('Try on a copy of a backup what a start of this version would do; the backup is only read')
  .argument('<file>', 'a file of social-server backup')
  .option('--data-dir <directory>', 'where the keys are')
  .option(...JSON_OUTPUT)
  .action(async (file, options) => (await commands()).upgradeCheck(file, options, context));

program
  .command('hold')
  .description('Treat a database that was restored by other means as restore does')
  .option(...DATA_DIR)
  .option(...JSON_OUTPUT)
  .action(async (options) => (await commands()).hold(options, context));

program
  .command('release')
  .description('Let the scheduled posts of a restored backup go out when they are due')
  .option(...DATA_DIR)
  .option('--email <email>', 'only the posts of one account')
  .option(...JSON_OUTPUT)
  .action(async (options) => (await commands()).release(options, context));

program
  .command('rekey')
  .description('Encrypt every stored token with the first of SOCIAL_SECRET_KEYS, next to running servers that know it')
  .option(...DATA_DIR)
  .option('--give-up-unreadable', 'accounts whose key is lost have to be connected again')
  .option(...JSON_OUTPUT)
  .action(async (options) => (await commands()).rekey(options, context));

const workspace = program.command('workspace').description('Accounts and workspaces, next to a running server');

function workspaceCommand(name: string, description: string, needsEmail = true): Command {
  const command = workspace.command(name).description(description);
  command.option(...DATA_DIR).option(...JSON_OUTPUT);
  return needsEmail ? command.requiredOption('--email <email>', 'the account') : command;
}

const FOR_SANDBOX = ['--sandbox', 'a key for simulated networks, before the first start with --sandbox'] as const;
workspaceCommand('create', 'Create an account, its workspace and an API key')
  .option('--password <password>', 'its password')
  .option('--password-stdin', 'read the password from standard input')
  .option('--plan <plan>', 'its plan', 'free')
  .option(...FOR_SANDBOX)
  .action(async (options) => (await commands()).createWorkspace(options, context));
workspaceCommand('plan', 'Move a workspace to another plan')
  .requiredOption('--plan <plan>', 'the plan')
  .action(async (options) => (await commands()).changePlan(options, context));
workspaceCommand('credits', 'Grant credits to a workspace')
  .requiredOption('--grant <credits>', 'how many')
  .action(async (options) => (await commands()).grantCredits(options, context));
workspaceCommand('list', 'List every workspace', false).action(async (options) =>
  (await commands()).listAllWorkspaces(options, context),
);
workspaceCommand('password', 'Set a new password and end every session')
  .option('--password <password>', 'the new password')
  .option('--password-stdin', 'read it from standard input')
  .action(async (options) => (await commands()).changePassword(options, context));
workspaceCommand('key', 'Create another API key')
  .option(...FOR_SANDBOX)
  .action(async (options) => (await commands()).createWorkspaceKey(options, context));
workspaceCommand('delete', 'Delete a workspace with everything in it, and the accounts of its members', false)
  .argument('[workspace]', 'the email address or id that workspace list shows')
  .option('--email <email>', 'in place of it: delete without asking')
  .option('--yes', 'delete without asking')
  .action(async (argument, options) => {
    const named: string | undefined = argument ?? options.email;
    if (named === undefined) return program.error('error: name the workspace: its email address or id');
    return (await commands()).deleteWorkspace(
      named,
      { ...options, yes: options.yes ?? argument === undefined },
      context,
    );
  });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    const isExpected = error instanceof ConfigError || error instanceof AppError;
    context.stderr(
      isExpected ? `social-server: ${error.message}` : String(error instanceof Error ? error.stack : error),
    );
    process.exitCode = 1;
  }
}

// Work that did not end in time, such as a call to a network that hangs, must not keep the process running.
if (stopping.signal.aborted) process.exit();
