import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@social/sdk';
import { samplePng, startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['microblog', 'shortvideo'] });
const files = useResource(startFileServer);
let shades = 0;

const upload = (body: Uint8Array, name?: string) =>
  workspace.api('POST', `/api/v1/media${name === undefined ? '' : `?${new URLSearchParams({ name })}`}`, {
    body,
    headers: { 'content-type': 'application/octet-stream' },
  });
const film = readFileSync(join(import.meta.dirname, '../../../rules/tests/look/files/film.mkv'));

/** Publishes a file that X does not take. @returns the sentence about it */
async function refusal(url: string): Promise<string> {
  const post = { text: uniqueText('Named'), platforms: ['microblog'], media: [{ url }] };
  const { body } = await workspace.publish(post);
  return body.platformResults.microblog.error;
}

test('a file keeps the name of its user, without folders and unsafe characters', async () => {
  expect((await upload(samplePng(shades++), 'Unser Stand.png')).body.name).toBe('Unser Stand.png');
  expect((await upload(samplePng(shades++), 'C:\\fakepath\\a\u202eb.png')).body.name).toBe('ab.png');
  const { status, body } = await upload(samplePng(shades++), 'x'.repeat(256));
  expect([status, body.code]).toEqual([400, 'invalid_request']);
});

test('a newer name replaces an older one, and no name leaves it', async () => {
  const bytes = samplePng(shades++);
  expect((await upload(bytes)).body.name).toBeUndefined();
  expect((await upload(bytes, 'first.png')).body.name).toBe('first.png');
  expect((await upload(bytes, 'second.png')).body.name).toBe('second.png');
  expect((await upload(bytes)).body.name).toBe('second.png');
});

test('a sentence about an uploaded file says its name and never its hash', async () => {
  const { body } = await upload(film, 'Unser Stand.mkv');
  const sentence = await refusal(body.url);
  expect(sentence).toMatch(/^Unser Stand\.mkv is MKV; X takes MP4 and MOV videos/);
  expect(sentence).not.toContain(body.id.slice(0, 8));
});

test('a sentence about a file at an address says the last part of its path', async () => {
  const url = files.serve('/folder/Our%20stand', { body: film });
  expect(await refusal(url)).toMatch(/^Our stand is MKV; /);
});

test('the client gives the name of a File', async () => {
  const client = createClient({ baseUrl: stack.url, apiKey: workspace.apiKey });
  const bytes = new Uint8Array(samplePng(shades++));
  expect(await client.media.uploadMedia({ file: new File([bytes], 'stand.png') })).toMatchObject({ name: 'stand.png' });
  const renamed = await client.media.uploadMedia({ file: new File([bytes], 'stand.png'), name: 'other.png' });
  expect(renamed).toMatchObject({ name: 'other.png' });
});
