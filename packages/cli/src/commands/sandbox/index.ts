import { Argument, type Command, type Option } from 'commander';
import { documented } from '../../lib/help.ts';
import { integer, single } from '../../lib/options.ts';
import type { Start } from '../start.ts';
import { KINDS, NETWORKS, OPERATIONS } from './sandbox-words.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const FINDS = 'It talks to the sandbox of the server in use, or to the one at --url.';

/** `social sandbox`. */
export function registerSandbox(program: Command, start: Start): void {
  const sandbox = program
    .command('sandbox')
    .description('start the networks, simulated on this machine, until Ctrl-C (needs @social/sandbox)')
    .addOption(integer('--port <n>', 'port to listen on, a free one when left out', 0, 65_535))
    .action(start(async () => (await import('./sandbox.ts')).runSandbox));
  documented(sandbox, {
    examples: ['social sandbox', 'social sandbox --port 8790 --json'],
    notes:
      'Point a server at it with: social-server start --sandbox-url URL\nThe commands below talk to the sandbox of the server in use, which may be another one.',
    json: '{"url"}, when it is ready',
  });
  registerFault(sandbox, start);
  registerLooks(sandbox, start);
}

function registerFault(sandbox: Command, start: Start): void {
  const fault = sandbox
    .command('fault')
    .description('make the next calls of a network go wrong; without arguments, list what waits')
    .addArgument(word('[network]', 'linkedin, x …, or the platform that it serves', NETWORKS))
    .addArgument(word('[operation]', 'which calls', OPERATIONS))
    .addArgument(word('[kind]', 'what happens to them', KINDS))
    .addOption(integer('--times <n>', 'how many calls, one when left out', 1, 1_000_000))
    .addOption(integer('--delay <ms>', 'milliseconds before a slow answer, or between bytes of a drip', 0, DAY_MS))
    .addOption(integer('--retry-after <seconds>', 'what a rate limit tells the caller', 0, 1_000_000_000))
    .option('--clear', 'forget every fault that waits')
    .addOption(urlOption())
    .action(start(async () => (await import('./fault.ts')).orderFault));
  documented(fault, {
    examples: [
      'social sandbox fault x publish rate-limit',
      'social sandbox fault linkedin publish accept-then-drop --times 2',
      'social sandbox fault youtube upload slow --delay 5000',
      'social sandbox fault',
      'social sandbox fault --clear',
    ],
    notes: `${FINDS}\nWith accept-then-… the network carries the call out, and its answer is lost. unauthorized lasts until --clear.`,
    json: '{"network","operation","kind","times",…}; without arguments {"faults":[…]}; with --clear {"ok":true}',
  });
}

function registerLooks(sandbox: Command, start: Start): void {
  const posts = sandbox
    .command('posts')
    .description('list what the networks have accepted, oldest first')
    .addOption(Object.assign(single('--network <network>', 'of one network only'), { argChoices: [...NETWORKS] }))
    .addOption(urlOption())
    .action(start(async () => (await import('./posts.ts')).listAccepted));
  documented(posts, {
    examples: ['social sandbox posts', 'social sandbox posts --network linkedin --json'],
    notes: `${FINDS}\nA post that was deleted stays in the list.`,
    json: '{"posts":[{"network","id","account","text","media","createdAt","deletedAt","url",…}]}',
  });
  const open = sandbox
    .command('open')
    .description('open the page that shows what was published')
    .addArgument(word('[network]', 'of one network only', NETWORKS))
    .option('--no-browser', 'only print the address')
    .addOption(urlOption())
    .action(start(async () => (await import('./open.ts')).openSandboxPage));
  documented(open, {
    examples: ['social sandbox open', 'social sandbox open telegram --no-browser'],
    notes: `${FINDS}\nThe pages of telegram and discord have the token and the address that social connect chatbot asks for.`,
    json: '{"url"}',
  });
  const reset = sandbox
    .command('reset')
    .description('forget every post, account, fault and setting of the sandbox')
    .addOption(urlOption())
    .action(start(async () => (await import('./reset.ts')).resetSandbox));
  documented(reset, {
    examples: ['social sandbox reset', 'social sandbox reset --json'],
    notes: `${FINDS}\nConnect the accounts again afterwards.`,
    json: '{"ok":true}',
  });
}

function urlOption(): Option {
  return single('--url <url>', 'address of the sandbox, where it is not that of the server');
}

/** An argument with a list of words for help and completion. The command checks it and suggests the nearest word. */
function word(name: string, description: string, words: readonly string[]): Argument {
  return new Argument(name, description).choices(words).argParser((value: string) => value);
}
