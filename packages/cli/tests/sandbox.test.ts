import { spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { BIN, temporaryDirectory } from './social.ts';

/** The command as it is installed somewhere else, without the packages that stand beside it here. */
async function installedAlone() {
  const home = await temporaryDirectory();
  await cp(dirname(BIN), join(home.path, 'cli', 'dist'), { recursive: true });
  await writeFile(join(home.path, 'cli', 'package.json'), '{"type":"module"}');
  return { ...home, bin: join(home.path, 'cli', 'dist', 'bin.js') };
}

const FAKE = `console.log(process.argv.slice(2).join(' ')); process.exitCode = Number(process.env.CODE);`;

async function run(bin: string, args: string[], options: { cwd: string; env?: Record<string, string> }) {
  const env = { PATH: '/nonexistent', HOME: '/nonexistent', CODE: '0', ...options.env };
  const child = spawn(process.execPath, [bin, 'sandbox', ...args], { cwd: options.cwd, env });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { stdout, stderr, code };
}

describe('social sandbox', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const)('starts the networks and ends them with itself on %s', async (signal, expected) => {
    const child = spawn(process.execPath, [BIN, 'sandbox', '--port', '0', '--json'], { env: { HOME: '/nonexistent' } });
    const ended = new Promise((resolve) => child.on('close', resolve));
    const line = await new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))));
    const { url } = JSON.parse(line) as { url: string };
    expect(await (await fetch(`${url}/_sandbox/posts`)).json()).toEqual({ posts: [] });
    child.kill(signal);
    expect(await ended).toBe(expected);
    await vi.waitFor(async () => expect(await fetch(url).catch(() => 'gone')).toBe('gone'), 15_000);
  });

  it('says how to install it where it is missing', async () => {
    await using alone = await installedAlone();
    const { code, stdout, stderr } = await run(alone.bin, [], { cwd: alone.path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: The sandbox is not installed.*\nInstall it here: npm install --save-dev @social/);
  });

  it('runs the one of the project it is called in, with port and format, and ends as that does', async () => {
    await using alone = await installedAlone();
    const folder = join(alone.path, 'project', 'node_modules', '@social', 'sandbox');
    await mkdir(join(folder, 'dist'), { recursive: true });
    const manifest = { name: '@social/sandbox', type: 'module', bin: { 'social-sandbox': './dist/bin.js' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'dist', 'bin.js'), FAKE);
    const cwd = join(alone.path, 'project', 'src');
    await mkdir(cwd);
    const one = await run(alone.bin, ['--port', '8790', '--output', 'text'], { cwd });
    expect(one).toEqual({ code: 0, stdout: 'start --port 8790\n', stderr: '' });
    const other = await run(alone.bin, [], { cwd, env: { CODE: '3' } });
    expect(other).toEqual({ code: 1, stdout: 'start --json\n', stderr: '' });
  });

  it('runs none from above the home directory, and none of another user', async () => {
    await using alone = await installedAlone();
    const folder = join(alone.path, 'node_modules', '@social', 'sandbox');
    const home = join(alone.path, 'home');
    await Promise.all([mkdir(folder, { recursive: true }), mkdir(join(home, 'project'), { recursive: true })]);
    const manifest = { name: '@social/sandbox', type: 'module', bin: { 'social-sandbox': './bin.js' } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, 'bin.js'), FAKE);
    expect((await run(alone.bin, [], { cwd: home })).code).toBe(0);
    const below = await run(alone.bin, [], { cwd: join(home, 'project'), env: { HOME: home } });
    expect(below).toMatchObject({ code: 1, stderr: expect.stringContaining('The sandbox is not installed') });
    // Only the superuser can give a file away.
    const mayGive = process.getuid?.() === 0;
    if (mayGive) await chown(join(folder, 'bin.js'), 65534, 65534);
    expect((await run(alone.bin, [], { cwd: home })).code).toBe(mayGive ? 1 : 0);
  });

  it('runs the one that is installed for all', async () => {
    await using alone = await installedAlone();
    await writeFile(join(alone.path, 'social-sandbox'), `#!${process.execPath}\n${FAKE}`);
    await chmod(join(alone.path, 'social-sandbox'), 0o755);
    const found = await run(alone.bin, ['--json'], { cwd: '/', env: { PATH: alone.path } });
    expect(found).toEqual({ code: 0, stdout: 'start --json\n', stderr: '' });
  });
});
