import { readEffects, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { useDesk } from '../../src/programs/use-desk.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });
const desk = useDesk(stack, workspace);
const draft = useResource(async () => {
  const body = { text: uniqueText('Kept'), platforms: ['profnet'] };
  return (await workspace.api('POST', '/api/v1/drafts', { body })).body as { id: string };
});

test.each([
  [['approve', 'ID'], 'There is no terminal to ask on: add --yes'],
  [['delete', 'ID'], 'There is no terminal to ask on: add --yes'],
  [['approve', 'ID', '--if-updated-at', 'yesterday'], 'ifUpdatedAt'],
  [['approve', 'ID', '--yes', '--if-past', 'maybe'], 'Allowed choices are publish, refuse'],
  [['edit', 'ID'], 'Nothing was named that is to change'],
  [['edit', 'ID', ''], 'The text is empty'],
  [['edit', 'ID', 'a', '--file', 'b'], 'Give the text once'],
  [['edit', 'ID', '--file', 'nowhere.txt'], 'Cannot read nowhere.txt'],
  [['edit', 'ID', '--to', 'nowhere'], 'nowhere'],
  [['edit', 'ID', '--at', 'tomorrow'], '--at "tomorrow" is not a date and time'],
  [['edit', 'ID', '--at', '2099-02-30T00:00:00Z'], 'is not a real date and time'],
  [['edit', 'ID', '--meta', 'privacystatus=private'], 'did you mean privacyStatus?'],
  [['show', 'nonsense'], '"nonsense" is not the id of a draft'],
  [['show', '0192f3c1-7c1e'], 'No draft has an id that begins with 0192f3c1-7c1e'],
  [['list', '--limit', '0'], 'from 1 to 100'],
  [['list', '--cursor', 'x'], 'cursor'],
])('social draft %j is wrong usage, and changes nothing', async (given, message) => {
  const before = await readEffects(stack, workspace);
  const words = given.map((word) => (word === 'ID' ? draft.id : word));
  const { code, stderr } = await desk.social(['draft', ...words]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(await readEffects(stack, workspace)).toEqual(before);
});
