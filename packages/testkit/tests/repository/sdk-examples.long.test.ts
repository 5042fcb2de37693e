import { spawn } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Stack, startStack, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SDK = fileURLToPath(new URL('../../../sdk/', import.meta.url));
const README = readFileSync(join(SDK, 'README.md'), 'utf8');
/** Every block of code in the README is a whole program. */
const BLOCKS = Array.from(README.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```$/gm), ([, code = '']) => code);
/** Output of each example, in their order. */
const PRINTED = [
  /^profnet http:\S+\nmicroblog http:\S+\n$/,
  /^published now 201 1\nv1\.5\.0\n$/,
  /^scheduled \n(publishing \n)*published \nsettled: published\n$/,
  /^Not published everywhere: socialnet is failed \(.+\)\n\[ ["']socialnet: not_connected["'] \]\n$/,
  /^post\.failed 41\n$/,
  /^(?:Thank you all\n)?(20\S+Z platform\.connected (profnet|microblog)\n){2}$/,
  /^getUsage try 1\ngetUsage 200 \d+ ms \S{8,}\n$/,
  /^not_found 404 .+\n$/,
];
/** Name and program of each runtime; `pnpm test:full --only runtimes` gives all that the package is made for. */
const RUNTIMES = Object.entries(
  JSON.parse(process.env['SOCIAL_TEST_RUNTIMES'] ?? JSON.stringify({ 'this Node': process.execPath })) as Record<
    string,
    string
  >,
);

let project: string;

/** A project with the package as it is published, and nothing else. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'social-examples-'));
  const installed = join(project, 'node_modules/@social/sdk');
  mkdirSync(installed, { recursive: true });
  for (const part of ['package.json', 'dist']) cpSync(join(SDK, part), join(installed, part), { recursive: true });
  symlinkSync(realpathSync(join(SDK, 'node_modules/openapi-fetch')), join(project, 'node_modules/openapi-fetch'));
  cpSync(join(SDK, 'examples'), join(project, 'examples'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  for (const [index, code] of BLOCKS.entries()) writeFileSync(join(project, `readme-${index + 1}.js`), code);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test('every example and every block of the README is run', () => {
  const examples = globSync('*.ts', { cwd: join(SDK, 'examples') });
  expect(examples.toSorted()).toEqual(['mend.ts', 'observe.ts', 'picture.ts', 'publish.ts', 'schedule-and-wait.ts']);
  expect(PRINTED).toHaveLength(BLOCKS.length);
});

describe.each(RUNTIMES)('on %s', (_name, program) => {
  let stack: Stack;
  let workspace: Workspace;

  beforeAll(async () => {
    stack = await startStack();
    workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  });

  afterAll(() => stack.close());

  async function run(file: string, ...args: string[]) {
    const env = { PATH: '/nonexistent', SOCIAL_BASE_URL: stack.url, SOCIAL_API_KEY: workspace.apiKey };
    const child = spawn(program, [join(project, file), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, stdout, stderr };
  }

  test('a release is published once', async () => {
    const first = await run('examples/publish.ts', 'v3.1.0');
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^profnet published as urn:.+\nmicroblog published as \d+\n$/),
    });
    const second = await run('examples/publish.ts', 'v3.1.0');
    expect(second.stdout).toMatch(/^v3\.1\.0 was already announced at 20/);
    expect((await stack.sandbox.posts()).map(({ network }) => network).sort()).toEqual(['linkedin', 'x']);
  });

  test('a publish that failed in part has a separate exit code, and a later run mends it', async () => {
    await stack.sandbox.fault({
      network: 'x',
      operation: 'publish',
      kind: 'rate-limit',
      times: 9,
      retryAfterSeconds: 1,
    });
    const failed = await run('examples/publish.ts', 'v3.2.0');
    expect(failed.code).toBe(3);
    expect(failed.stderr).toContain('Not published everywhere: microblog is failed (');
    await stack.sandbox.clearFaults();
    const mended = await run('examples/mend.ts');
    expect(mended).toMatchObject({ code: 0, stdout: 'v3.2.0 is out: published\n' });
  });

  test('a scheduled post is waited for', async () => {
    const { code, stdout } = await run('examples/schedule-and-wait.ts');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^scheduled\n(publishing\n)*published\ncost 1 credit\n$/);
  });

  test('a picture is published', async () => {
    expect(await run('examples/picture.ts')).toMatchObject({ code: 0, stdout: 'image/png published\n' });
    expect((await stack.sandbox.posts('linkedin')).at(-1)?.media).toMatchObject([{ type: 'image/png' }]);
  });

  test('every try can be logged', async () => {
    const { code, stdout, stderr } = await run('examples/observe.ts');
    expect(code).toBe(0);
    expect(stdout).toMatch(/post\.published \d+, platform\.connected 2; [3-9] requests\n$/);
    expect(stderr).toMatch(/listLogs try 1: 200 in \d+ ms, \S{8,}/);
    expect(stderr).not.toContain(workspace.apiKey);
  });

  test.each(PRINTED.map((pattern, index) => [index + 1, pattern] as const))(
    'block %i of the README',
    async (number, pattern) => {
      const { code, stdout, stderr } = await run(`readme-${number}.js`);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      expect(stdout).toMatch(pattern);
    },
  );
});
