import { spawn, spawnSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { API_KEY, BIN, signedIn, social, temporaryDirectory } from './social.ts';
import { failure, neverAnswer, startStandIn } from './stand-in-server.ts';

const START = {
  bash: 'bash --norc --noprofile -i',
  zsh: 'zsh -f -i',
  fish: 'fish --no-config -i',
} as const;
type Shell = keyof typeof START;
/** bash is everywhere; the others are tried where they are installed. */
const SHELLS = (Object.keys(START) as Shell[]).filter((shell) => spawnSync(shell, ['-c', 'true']).status === 0);
const soon = { timeout: 20_000, interval: 20 };

/** A shell on a terminal of its own, in which `social` is the built command; what it is run with is written down. */
async function openShell(shell: Shell, url: string) {
  const home = await temporaryDirectory();
  const runs = join(home.path, 'runs');
  const { stdout } = await social(['completion', shell]);
  await writeFile(join(home.path, 'completion'), stdout);
  const command = join(home.path, 'social');
  const keepRun = `printf '%s\\n' "$*" >> '${runs}'`;
  await writeFile(
    command,
    `#!/bin/sh\n[ "$1" = __complete ] && exec '${process.execPath}' '${BIN}' "$@"\n${keepRun}\n`,
  );
  await chmod(command, 0o755);
  await writeFile(join(home.path, 'notes.md'), '');
  const env = { PATH: `${home.path}:${process.env['PATH']}`, HOME: home.path, TERM: 'xterm', ...signedIn(url) };
  const child = spawn('script', ['-qefc', `echo $$ > pid; exec ${START[shell]}`, '/dev/null'], { env, cwd: home.path });
  let screen = '';
  child.stdout.on('data', (chunk) => {
    screen += chunk;
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  return {
    type: (keys: string) => child.stdin.write(keys),
    /** What is on the screen since the last look has the text. */
    async sees(text: string) {
      await vi.waitFor(() => expect(plain(screen)).toContain(text), soon);
      screen = '';
    },
    async ran(line: string) {
      await vi.waitFor(async () => expect(await readFile(runs, 'utf8')).toContain(`${line}\n`), soon);
    },
    async [Symbol.asyncDispose]() {
      // The shell is ended itself: one that only loses its terminal still writes its history into the directory.
      process.kill(Number(await readFile(join(home.path, 'pid'), 'utf8')), 'SIGKILL');
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
  it('completes a command, platforms after a comma, a profile of the server and a file', async () => {
    await using server = await startStandIn();
    await using terminal = await openShell(shell, server.url);
    terminal.type(SETUP[shell]);
    await terminal.sees('ready> ');
    terminal.type('social disc\t');
    await terminal.sees('disconnect');
    terminal.type('micr\t');
    await terminal.sees('microblog');
    terminal.type('--prof\t');
    await terminal.sees('--profile');
    terminal.type('acm\t');
    await terminal.sees('acme-blog');
    terminal.type('\n');
    await terminal.ran('disconnect microblog --profile acme-blog');
    terminal.type('social post --to profnet,pho\t');
    await terminal.sees('photonet');
    terminal.type('--file no\t');
    await terminal.sees('notes.md');
    terminal.type('\n');
    await terminal.ran('post --to profnet,photonet --file notes.md');
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  });
});

describe('what is offered', () => {
  const offered = async (words: readonly string[], env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await social(['__complete', '--', ...words], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout
      .split('\n')
      .map((line) => line.split('\t')[0])
      .filter((value) => value !== '');
  };

  it.each<[string[], string[]]>([
    [['conf'], ['config']],
    [
      ['keys', ''],
      ['list', 'create', 'revoke'],
    ],
    [
      ['post', 're'],
      ['reschedule', 'retry', 'resolve'],
    ],
    [['post', '--to', 'microblog,vi'], ['microblog,video']],
    [['post', '--to', 'video,vi'], []],
    [['post', '--to=vi'], ['--to=video']],
    [['post', '--to', '=', 'vi'], ['video']],
    [
      ['post', 'list', '--status', 'pub'],
      ['published', 'publishing'],
    ],
    [['post', 'list', '--to', ''], []],
    [['post', 'resolve', 'x', 'sh'], ['shortvideo']],
    [
      ['connect', 's'],
      ['shortvideo', 'socialnet', 'status'],
    ],
    [['post', '--dry'], ['--dry-run']],
    [['logs', '--out'], ['--output']],
    [
      ['--output', ''],
      ['json', 'text'],
    ],
    [['post', '--', '--dry'], []],
    [['post', '--media', ''], [':files']],
    [['completion', 'z'], ['zsh']],
    [['nonsense', 'x', 'y', ''], []],
    [['__'], []],
  ])('after %j', async (words, expected) => {
    expect(await offered(words)).toEqual(expected);
  });

  it('names the profiles of the server that the line names, and the stored servers', async () => {
    await using server = await startStandIn();
    await using home = await temporaryDirectory();
    const env = { XDG_CONFIG_HOME: home.path };
    const login = ['login', '--with-key', '--name', 'work', '--base-url', server.url];
    await social(login, { env, stdin: API_KEY });
    expect(await offered(['config', 'use', ''], env)).toEqual(['work']);
    expect(await offered(['usage', '--context', 'w'], env)).toEqual(['work']);
    expect(await offered(['profiles', 'rename', ''], env)).toEqual(['default', 'acme-blog']);
    const elsewhere = { ...env, SOCIAL_BASE_URL: 'http://127.0.0.1:1' };
    const line = ['--base-url', server.url, 'post', '--profile', ''];
    expect(await offered(line, elsewhere)).toEqual(['default', 'acme-blog']);
  });

  it.each([
    ['refuses', failure(401, 'unauthorized')],
    ['never answers', neverAnswer],
  ])('is nothing, quickly and silently, when the server %s', async (_title, reply) => {
    await using server = await startStandIn({ 'GET /api/profiles': reply });
    const startedAt = Date.now();
    expect(await offered(['post', '--profile', ''], signedIn(server.url))).toEqual([]);
    expect(Date.now() - startedAt).toBeLessThan(8000);
  });

  it('is nothing that a shell or a terminal would act on', async () => {
    const slugs = ['$(reboot)', '`x`', 'a b', '\u001b[2J', 'good'];
    const profiles = slugs.map((slug) => ({ id: slug, name: `\u001b[2J${slug}`, slug, isDefault: false }));
    await using server = await startStandIn({
      'GET /api/profiles': (response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ profiles }));
      },
    });
    const { stdout } = await social(['__complete', '--', 'post', '--profile', ''], { env: signedIn(server.url) });
    expect(stdout).toBe('good\t[2Jgood\n');
  });
});
