import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const CHECK = fileURLToPath(new URL('../../../../scripts/check-systems.mjs', import.meta.url));

const LINUX_ONLY = readFileSync(fileURLToPath(new URL('./fixtures/linux-only.txt', import.meta.url)), 'utf8')
  .trim()
  .split('\n');

test('the check of systems refuses each line that only Linux understands, and takes it with a reason and a look at process.platform', () => {
  const { status, stderr } = checkSystems(LINUX_ONLY.join('\n'));
  expect(status).toBe(1);
  const refused = new Set(Array.from(stderr.matchAll(/\.ts:(\d+): an? /g), ([, line]) => Number(line)));
  expect([...refused]).toEqual(LINUX_ONLY.map((_, index) => index + 1));
  const guarded = LINUX_ONLY.flatMap((line) => ['// Not on Windows: it has none.', line]);
  const look = "if (process.platform === 'win32') throw new Error('no');";
  expect(checkSystems([look, ...guarded].join('\n'))).toEqual({ status: 0, stderr: '' });
});

test('a reason without a look at process.platform is not enough, and neither is a mark without a reason', () => {
  const line = "child.kill('SIGUSR2');";
  expect(checkSystems(`// Linux only: it prints a report.\n${line}`)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('never looks at process.platform'),
  });
  const unexplained = `console.log(process.platform);\n// Linux only:\n${line}`;
  expect(checkSystems(unexplained)).toMatchObject({ status: 1, stderr: expect.stringContaining('a signal') });
});

test('the check of systems takes what works everywhere', () => {
  const lines = [
    "import { tmpdir } from 'node:os';",
    '// The folder /tmp, and SIGHUP, are words of a comment.',
    "const address = new URL('/devices', baseUrl);",
    "process.on('SIGTERM', stop).on('SIGINT', stop);",
    "child.kill('SIGKILL');",
    'const isRunning = process.kill(pid, 0);',
    'const own = process.getuid?.();',
    "const segments = pathname.split('/');",
    '// Every system: Windows makes it read-only.',
    'await chmod(file, 0o400);',
  ];
  expect(checkSystems(lines.join('\n'))).toEqual({ status: 0, stderr: '' });
});

test('the lockfile has a Node that is new enough for each system, and says for which system it is', () => {
  const root = new URL('../../../../', import.meta.url);
  const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const { packages } = parse(readFileSync(new URL('pnpm-lock.yaml', root), 'utf8'));
  const brought = Object.entries<string>(manifest.optionalDependencies).map(([name, version]) => {
    const [, major = '', minor = ''] = /^(\d+)\.(\d+)\.\d+$/.exec(version) ?? [];
    expect(Number(major) * 100 + Number(minor), name).toBeGreaterThanOrEqual(24_11);
    const { os, cpu, libc } = packages[`${name}@${version}`];
    return [os, cpu, libc].flat().filter(Boolean).join(' ');
  });
  const systems = ['darwin arm64', 'darwin x64', 'linux arm64 glibc', 'linux x64 glibc', 'win32 arm64', 'win32 x64'];
  expect(brought.toSorted()).toEqual(systems);
});

function checkSystems(text: string) {
  const directory = mkdtempSync(join(tmpdir(), 'social-systems-'));
  try {
    const file = join(directory, 'example.ts');
    writeFileSync(file, `${text}\n`);
    const { status, stderr } = spawnSync(process.execPath, [CHECK, file], { encoding: 'utf8' });
    return { status, stderr };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
