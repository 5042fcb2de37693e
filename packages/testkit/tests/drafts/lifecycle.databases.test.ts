import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { workspace } = useStack();

const DRAFTS = '/api/v1/drafts';
const read = (id: string) => workspace.api('GET', `${DRAFTS}/${id}`);
const change = (id: string, body: object) => workspace.api('PATCH', `${DRAFTS}/${id}`, { body });

async function draftOf(more: object = {}) {
  const body = { text: uniqueText('Draft'), platforms: ['profnet'], ...more };
  return (await workspace.api('POST', DRAFTS, { body })).body;
}

test('drafts are listed by profile, newest first, page by page', async () => {
  const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Listed' } })).body;
  const made = [];
  for (const slug of [profile.slug, 'default', profile.slug]) made.push(await draftOf({ profile: slug }));
  const ids = (body: { drafts: { id: string }[] }) => body.drafts.map(({ id }) => id);
  const [first, second, third] = made.map(({ id }) => id);
  expect(ids((await workspace.api('GET', `${DRAFTS}?profile=${profile.slug}`)).body)).toEqual([third, first]);
  const page = (await workspace.api('GET', `${DRAFTS}?limit=2`)).body;
  expect(ids(page)).toEqual([third, second]);
  const next = (await workspace.api('GET', `${DRAFTS}?limit=2&cursor=${page.nextCursor}`)).body;
  expect([ids(next), next.nextCursor]).toEqual([[first], null]);
  const moved = await change(first, { profile: 'default' });
  expect(moved.body.profile).toBe('default');
});

test('of many changes at once that saw the same draft, one is stored', async () => {
  const draft = await draftOf();
  const texts = ['a', 'b', 'c', 'd', 'e'];
  const answers = await Promise.all(texts.map((text) => change(draft.id, { text, ifUpdatedAt: draft.updatedAt })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  const stored = answers.find(({ status }) => status === 200);
  expect((await read(draft.id)).body.text).toBe(stored?.body.text);
});
