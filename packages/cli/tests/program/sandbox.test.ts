import { chown, cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { BIN, startProgram, startSocial } from '../support/social.ts';
import { type Files, temporaryDirectory } from '../support/temporary-directory.ts';

/** The command as it is installed somewhere else, without the packages that stand beside it here. */
async function installedAlone() {
  const home = await temporaryDirectory();
  await cp(dirname(BIN), join(home.path, 'cli', 'dist'), { recursive: true });
  await home.write({ 'cli/package.json': '{"type":"module"}' });
  return { ...home, bin: join(home.path, 'cli', 'dist', 'bin.js') };
}

const FAKE = `console.log(process.argv.slice(2).join(' ')); process.exitCode = Number(process.env.CODE);`;

/** A package of the sandbox, installed in a directory. */
function sandboxIn(directory: string, program: string): Files {
  const folder = `${directory}/node_modules/@social/sandbox`;
  const manifest = { name: '@social/sandbox', type: 'module', bin: { 'social-sandbox': `./${program}` } };
  return { [`${folder}/package.json`]: JSON.stringify(manifest), [`${folder}/${program}`]: FAKE };
}

function run(bin: string, args: string[], options: { cwd: string; env?: Record<string, string> }) {
  const env = { PATH: '/nonexistent', CODE: '0', ...options.env };
  return startProgram(process.execPath, [bin, 'sandbox', ...args], { cwd: options.cwd, env }).ended;
}

describe('social sandbox', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const)('starts the networks, and stops them when it ends on %s', async (signal, expected) => {
    using running = startSocial(['sandbox', '--port', '0', '--json']);
    await vi.waitFor(() => expect(running.said.stdout).toContain('\n'), 15_000);
    const { url } = JSON.parse(running.said.stdout) as { url: string };
    expect(await (await fetch(`${url}/_sandbox/posts`)).json()).toEqual({ posts: [] });
    running.child.kill(signal);
    expect(await running.ended).toMatchObject({ code: expected });
    await vi.waitFor(async () => expect(await fetch(url).catch(() => 'gone')).toBe('gone'), 15_000);
  });

  it('says how to install the sandbox where it is missing', async () => {
    await using alone = await installedAlone();
    const { code, stdout, stderr } = await run(alone.bin, [], { cwd: alone.path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: The sandbox is not installed.*\nInstall it here: npm install --save-dev @social/);
  });

  it('runs the sandbox of the surrounding project with port and format, and fails when that fails', async () => {
    await using alone = await installedAlone();
    await alone.write(sandboxIn('project', 'dist/bin.js'));
    const cwd = join(alone.path, 'project', 'src');
    await mkdir(cwd);
    const one = await run(alone.bin, ['--port', '8790', '--output', 'text'], { cwd });
    expect(one).toEqual({ code: 0, stdout: 'start --port 8790\n', stderr: '' });
    const other = await run(alone.bin, [], { cwd, env: { CODE: '3' } });
    expect(other).toEqual({ code: 1, stdout: 'start --json\n', stderr: '' });
  });

  it('runs no sandbox from above the home directory, and none that another user owns', async () => {
    await using alone = await installedAlone();
    await alone.write(sandboxIn('.', 'bin.js'));
    const home = join(alone.path, 'home');
    await mkdir(join(home, 'project'), { recursive: true });
    expect((await run(alone.bin, [], { cwd: home })).code).toBe(0);
    const below = await run(alone.bin, [], { cwd: join(home, 'project'), env: { HOME: home } });
    expect(below).toMatchObject({ code: 1, stderr: expect.stringContaining('The sandbox is not installed') });
    // Only the superuser can give a file away.
    const mayGive = process.getuid?.() === 0;
    if (mayGive) await chown(join(alone.path, 'node_modules/@social/sandbox/bin.js'), 65534, 65534);
    expect((await run(alone.bin, [], { cwd: home })).code).toBe(mayGive ? 1 : 0);
  });

  it('runs the sandbox that is found on the PATH', async () => {
    await using alone = await installedAlone();
    await alone.writeProgram('social-sandbox', `#!${process.execPath}\n${FAKE}`);
    const found = await run(alone.bin, ['--json'], { cwd: '/', env: { PATH: alone.path } });
    expect(found).toEqual({ code: 0, stdout: 'start --json\n', stderr: '' });
  });
});
