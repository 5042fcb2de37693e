import { expect, test } from 'vitest';
import { release, TO_BOTH, undo, useReleaseIt } from './release-it-project.ts';

const { stack, projectWith, networks } = useReleaseIt();

test('a dry run shows the text and its cost, and sends nothing', async () => {
  using project = projectWith({ ...TO_BOTH, text: 'Tool {version} is out' });
  const { code, printed } = await release(project, '--dry-run');
  expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('  Tool 0.2.0 is out\n') });
  expect(printed).toContain('Nothing was sent. It would cost 4 credits');
  expect(await networks()).toEqual([]);
});

test('a lost answer fails the step, and is not sent again', async () => {
  using project = projectWith(TO_BOTH);
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop', times: 1 });
  const { code, printed } = await release(project);
  expect(code).toBe(1);
  expect(printed).toContain('Whether 0.2.0 was published everywhere is not known');
  expect(await networks()).toEqual(['linkedin', 'x']);
  undo(project, '0.2.0');
  await release(project);
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('a platform that is not connected stops the release before it is committed', async () => {
  using project = projectWith({ to: ['chatbot'] });
  const { code, printed } = await release(project);
  expect({ code, printed }).toMatchObject({ code: 1, printed: expect.stringContaining('chatbot: ') });
  expect(printed).toContain('Nothing was sent');
  expect(project.git('log', '--format=%s')).toBe('Begin');
  expect(await networks()).toEqual([]);
});

test('a person on a terminal who answers n has the release made and not announced', async () => {
  using project = projectWith(TO_BOTH);
  const args = ['minor', '--no-git.commit', '--no-git.tag', '--no-git.push', '--no-git.requireCleanWorkingDir'];
  const question = 'Announce the release on profnet, microblog?';
  const printed = await project.answer('release-it', args, { question, answer: 'n' });
  expect(printed).toContain('Done');
  expect(await networks()).toEqual([]);
});
