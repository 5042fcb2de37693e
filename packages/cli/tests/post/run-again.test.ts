import { expect, it } from 'vitest';
import { loseAnswer, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

it.each<[string, readonly string[], boolean]>([
  ['a pipe', [], true],
  ['stdin asked for', ['-'], true],
  ['stdin as a file', ['--file', '-'], true],
  ['stdin as a thread', ['--thread-file', '-'], true],
  ['an argument', ['hello'], false],
  ['a file', ['--file', 'hello.txt'], false],
])(
  'the line that sends a lost post again asks for the same input where the text came from %s',
  async (_what, args, isAsked) => {
    await using server = await startStandIn({ 'POST /api/v1/posts': loseAnswer });
    await using directory = await temporaryDirectory({ 'hello.txt': 'hello' });
    const options = { stdin: 'hello', cwd: directory.path };
    const { code, stderr } = await server.social(['post', '--to', 'profnet', ...args], options);
    expect(code).toBe(7);
    expect(stderr).toContain(`Run exactly this${isAsked ? ', with the same input' : ''}: with the same key`);
  },
);
