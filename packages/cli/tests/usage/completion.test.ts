import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { offersFor } from '../support/completion.ts';
import { accounts } from '../support/connections.ts';
import { API_KEY, BIN, signedIn, social } from '../support/social.ts';
import { failure, json, neverAnswer, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const START = {
  bash: 'bash --norc --noprofile -i',
  zsh: 'zsh -f -i',
  fish: 'fish --no-config -i',
} as const;
type Shell = keyof typeof START;
/** bash is everywhere; the others are tried where they are installed. */
const SHELLS = (Object.keys(START) as Shell[]).filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);
const soon = { timeout: 60_000, interval: 20 };

/** A shell on a terminal of its own, in which `social` is the built command; what it is run with is written down. */
async function openShell(shell: Shell, url: string) {
  const { stdout } = await social(['completion', shell]);
  const home = await temporaryDirectory({ completion: stdout, 'notes.md': '' });
  const complete = `[ "$1" = __complete ] && exec '${process.execPath}' '${BIN}' "$@"`;
  const keepRun = `printf '%s\\n' "$*" >> '${home.path}/runs'`;
  await home.writeProgram('social', `#!/bin/sh\n${complete}\n${keepRun}\n`);
  const env = { PATH: `${home.path}:${process.env['PATH']}`, HOME: home.path, TERM: 'xterm', ...signedIn(url) };
  const child = spawn('script', ['-qefc', `echo $$ > pid; exec ${START[shell]}`, '/dev/null'], { env, cwd: home.path });
  let screen = '';
  child.stdout.on('data', (chunk) => {
    screen += chunk;
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  return {
    /** Types, and waits until the new part of the screen has the text. */
    async type(keys: string, text: string) {
      child.stdin.write(keys);
      await vi.waitFor(() => expect(plain(screen)).toContain(text), soon);
      screen = '';
    },
    /** Ends the line, and waits until the command has run with these words. */
    async enter(line: string) {
      child.stdin.write('\n');
      await vi.waitFor(async () => expect(await home.read('runs')).toContain(`${line}\n`), soon);
    },
    async [Symbol.asyncDispose]() {
      // Kills the shell: one that only loses its terminal still writes its history into the directory.
      process.kill(Number(await home.read('pid')), 'SIGKILL');
      await closed;
      await home[Symbol.asyncDispose]();
    },
  };
}

function plain(screen: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys begins with one
  return screen.replace(/\u001b(\[[0-9;?>=]*[a-zA-Z]|\][^\u0007]*\u0007|[()][AB0]|[=>])/g, '');
}

const SETUP: Readonly<Record<Shell, string>> = {
  bash: `. ./completion; PS1='ready''> '\n`,
  zsh: `autoload -U compinit; compinit -D -u; . ./completion; PS1='ready''> '\n`,
  fish: `source ./completion; function fish_prompt; echo -n ready'> '; end\n`,
};

describe.each(SHELLS)('completion in %s', (shell) => {
  it('completes a command, platforms after a comma, an account and a profile of the server, and a file', async () => {
    const connections = accounts('mastodon', { name: 'news' }, { name: 'press' });
    await using server = await startStandIn({ 'GET /api/connect/status': json(200, connections) });
    await using terminal = await openShell(shell, server.url);
    await terminal.type(SETUP[shell], 'ready> ');
    await terminal.type('social disc\t', 'disconnect');
    await terminal.type('micr\t', 'microblog');
    await terminal.type('--prof\t', '--profile');
    await terminal.type('acm\t', 'acme-blog');
    await terminal.enter('disconnect microblog --profile acme-blog');
    await terminal.type('social post --to profnet,pho\t', 'photonet');
    await terminal.type('\b,mastodon:pr\t', 'press');
    await terminal.type('--file no\t', 'notes.md');
    await terminal.enter('post --to profnet,photonet,mastodon:press --file notes.md');
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  });
});

describe('what is offered', () => {
  it.each([
    ['conf', 'config'],
    ['keys ', 'list create revoke'],
    ['post re', 'reschedule retry resolve results'],
    ['post --to microblog,vi', 'microblog,video'],
    ['post --to video,vi', ''],
    ['post --to=vi', '--to=video'],
    ['post --to = vi', 'video'],
    ['post list --status pub', 'published publishing'],
    ['post list --to ', ''],
    ['post resolve x sh', 'shortvideo'],
    ['connect s', 'shortvideo socialnet status'],
    ['post --dry', '--dry-run'],
    ['logs --out', '--output'],
    ['--output ', 'json text'],
    ['post -- --dry', ''],
    ['post --media ', ':files'],
    ['completion z', 'zsh'],
    ['nonsense x y ', ''],
    ['__', ''],
  ])('after %j', async (line, expected) => {
    expect(await offersFor(line)).toBe(expected);
  });

  it('names the profiles of the server that the line names, and the stored servers', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    const env = { XDG_CONFIG_HOME: home.path };
    const login = ['login', '--with-key', '--name', 'work', '--base-url', server.url];
    await social(login, { env, stdin: API_KEY });
    expect(await offersFor('config use ', env)).toBe('work');
    expect(await offersFor('usage --context w', env)).toBe('work');
    expect(await offersFor('profiles rename ', env)).toBe('default acme-blog');
    const elsewhere = { ...env, SOCIAL_BASE_URL: 'http://127.0.0.1:1' };
    expect(await offersFor(`--base-url ${server.url} post --profile `, elsewhere)).toBe('default acme-blog');
  });

  it('names the accounts that a platform or a network has, also where bash has split the word', async () => {
    const account = (name: string, network: string) => ({ name, network, username: name, displayName: name });
    const chatbot = {
      accounts: [account('news', 'telegram'), account('press', 'telegram'), account('fans', 'discord')],
    };
    await using server = await startStandIn({ 'GET /api/connect/status': json(200, { chatbot }) });
    const env = signedIn(server.url);
    expect(await offersFor('post --to chatbot:', env)).toBe('chatbot:news chatbot:press chatbot:fans');
    expect(await offersFor('post --to profnet,telegram:n', env)).toBe('profnet,telegram:news');
    expect(await offersFor('post --to chatbot:news,chatbot:', env)).toBe(
      'chatbot:news,chatbot:press chatbot:news,chatbot:fans',
    );
    expect(await offersFor('post list --platform=discord:', env)).toBe('--platform=discord:fans');
    expect(await offersFor('disconnect chatbot : p', env)).toBe('press');
    expect(await offersFor('post --to profnet,chatbot :', env)).toBe('news press fans');
    expect(await offersFor('post --to = chatbot : f', env)).toBe('fans');
    expect(await offersFor('post --to myspace:', env)).toBe('');
    expect(await offersFor('post --to chatbot:', { ...env, SOCIAL_BASE_URL: 'http://127.0.0.1:1' })).toBe('');
  });

  it.each([
    ['refuses', failure(401, 'unauthorized')],
    ['never answers', neverAnswer],
  ])('is empty, without an error, when the server %s', async (_title, reply) => {
    await using server = await startStandIn({ 'GET /api/profiles': reply });
    expect(await offersFor('post --profile ', signedIn(server.url))).toBe('');
  });

  it('leaves out what a shell or a terminal would obey', async () => {
    const slugs = ['$(reboot)', '`x`', 'a b', '\u001b[2J', 'good'];
    const profiles = slugs.map((slug) => ({ id: slug, name: `\u001b[2J${slug}`, slug, isDefault: false }));
    await using server = await startStandIn({
      'GET /api/profiles': json(200, { profiles }),
    });
    const { stdout } = await server.program(['__complete', '--', 'post', '--profile', '']);
    expect(stdout).toBe('good\t[2Jgood\n');
  });
});
