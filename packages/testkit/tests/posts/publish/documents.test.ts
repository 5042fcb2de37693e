import { sandboxSeed } from '@social/sandbox';
import { samplePng, startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { compoundFile, zip } from '../../../../rules/tests/look/crafted-files.ts';

const SOCIAL_PROFNET_SCOPES = 'openid profile email w_member_social w_organization_social rw_organization_admin';
const connect = ['profnet', 'microblog', 'mastodon'] as const;
const { stack, workspace } = useStack({ env: { SOCIAL_PROFNET_SCOPES }, connect });
const files = useResource(startFileServer);
const { webhook } = sandboxSeed.discord;
const { bot, chats } = sandboxSeed.telegram;
const PAGES = 'LinkedIn takes documents of up to 300 pages; those of Release 2.pdf were not counted.';
const pdf = (content = uniqueText('content')) => Buffer.from(`%PDF-1.7\n${content}\n%%EOF\n`);

async function upload(body: Uint8Array, name: string, contentType = 'application/octet-stream') {
  const path = `/api/v1/media?${new URLSearchParams({ name })}`;
  return workspace.api('POST', path, { body, headers: { 'content-type': contentType } });
}

async function chatWorkspace(body: object) {
  const created = await stack.createWorkspace();
  expect((await created.api('POST', '/api/connect/chatbot/token', { body })).status).toBe(201);
  return created;
}

test('a document goes to LinkedIn as it is, and is named in answers; networks without documents leave it out', async () => {
  const bytes = pdf();
  const stored = await upload(bytes, 'Release 2.pdf', 'application/pdf');
  const about = { kind: 'document', contentType: 'application/pdf', bytes: bytes.length, name: 'Release 2.pdf' };
  expect(stored).toMatchObject({ status: 201, body: about });
  const media = [{ url: stored.body.url }];
  const post = { text: uniqueText('Notes'), platforms: [...connect], media };
  const checked = await workspace.publish({ ...post, dryRun: true });
  const left = { note: expect.stringMatching(/^Left out on (X|Mastodon): 1 document\./) };
  expect(checked.body.platformResults).toMatchObject({ profnet: { note: PAGES }, microblog: left, mastodon: left });
  const { body } = await workspace.publish(post);
  expect(body.outcome).toBe('published');
  expect(body.platformResults).toMatchObject({ profnet: { note: PAGES }, microblog: left, mastodon: left });
  const sent = (await stack.sandbox.posts('linkedin')).find(({ text }) => text === post.text);
  expect(sent).toMatchObject({ media: [{ sha256: stored.body.id, fileName: 'Release 2' }] });
  const read = await workspace.api('GET', `/api/v1/posts/${body.id}`);
  expect(read.body.media).toEqual([{ ...media[0], name: 'Release 2.pdf', bytes: bytes.length }]);
  const download = await fetch(stored.body.url);
  expect(download.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await download.arrayBuffer())).toEqual(bytes);
});

test('a document wins over pictures on LinkedIn, and a network without documents takes the pictures', async () => {
  const media = [files.serve('/deck.pdf', { body: pdf() }), files.serve('/shot.png', { body: samplePng(7) })];
  const post = { text: uniqueText('Both'), platforms: ['profnet', 'mastodon'], media: media.map((url) => ({ url })) };
  const { body } = await workspace.publish(post);
  expect(body.platformResults).toMatchObject({
    profnet: { ok: true, note: expect.stringContaining('Left out on LinkedIn: 1 image.') },
    mastodon: { ok: true, note: expect.stringContaining('Left out on Mastodon: 1 document.') },
  });
  const [onLinkedin, onMastodon] = await Promise.all(
    (['linkedin', 'mastodon'] as const).map(async (network) =>
      (await stack.sandbox.posts(network)).find(({ text }) => text === post.text),
    ),
  );
  expect(onLinkedin?.media).toMatchObject([{ type: 'application/pdf', fileName: 'deck' }]);
  expect(onMastodon?.media).toMatchObject([{ type: 'image/png' }]);
});

test('the bytes of a document say what it is, whatever its name', async () => {
  const openXml = 'application/vnd.openxmlformats-officedocument';
  const office = (part: string) => zip('[Content_Types].xml', part, uniqueText('x'));
  const found = [
    [office('ppt/presentation.xml'), `${openXml}.presentationml.presentation`],
    [office('word/document.xml'), `${openXml}.wordprocessingml.document`],
    [compoundFile('PowerPoint Document'), 'application/vnd.ms-powerpoint'],
    [compoundFile('WordDocument'), 'application/msword'],
  ] as const;
  for (const [bytes, contentType] of found) {
    expect(await upload(bytes, 'picture.png', 'image/png')).toMatchObject({ status: 201, body: { contentType } });
  }
  const refused = [
    [zip('notes.txt'), 415, 'is neither a picture, a video nor a document that networks take (PDF, PPT'],
    [office('xl/workbook.xml'), 415, 'is neither a picture, a video nor a document'],
    [pdf().subarray(0, 20), 400, 'notes.pdf is not a whole document; check the file'],
  ] as const;
  for (const [bytes, status, error] of refused) {
    const answer = await upload(bytes, 'notes.pdf', 'application/pdf');
    expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(error) } });
  }
});

test('a document that is larger than a network takes is refused by its name and size, before anything is sent', async () => {
  const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(11 * 1024 * 1024), Buffer.from('%%EOF')]);
  const url = files.serve('/large.pdf', { body, inParts: true });
  const webhookUrl = `${stack.sandboxUrl}/discord/api/webhooks/${webhook.id}/${webhook.token}`;
  const chat = await chatWorkspace({ webhookUrl });
  const post = { text: uniqueText('Large'), platforms: ['chatbot'], media: [{ url }] };
  const error = expect.stringMatching(/large\.pdf is (larger than|11\.5 MB, and Discord takes up to) 10\.5 MB$/);
  const refused = { platformResults: { chatbot: { ok: false, code: 'media_refused', error } } };
  expect((await chat.publish({ ...post, dryRun: true })).body).toMatchObject(refused);
  expect((await chat.publish(post)).body).toMatchObject(refused);
  expect((await stack.sandbox.posts('discord')).filter(({ text }) => text === post.text)).toEqual([]);
});

test('documents go to Telegram as one group, and to Discord beside a picture', async () => {
  const documents = ['/a.pdf', '/b.pdf'].map((path) => ({ url: files.serve(path, { body: pdf() }) }));
  const picture = { url: files.serve('/c.png', { body: samplePng(9) }) };
  const text = uniqueText('Files');
  const telegram = await chatWorkspace({ botToken: bot.token, chatId: chats.channel });
  const webhookUrl = `${stack.sandboxUrl}/discord/api/webhooks/${webhook.id}/${webhook.token}`;
  const discord = await chatWorkspace({ webhookUrl });
  const media = [...documents, picture];
  const refused = await telegram.publish({ text, platforms: ['chatbot'], media, dryRun: true });
  expect(refused.body.platformResults.chatbot).toMatchObject({
    ...{ ok: false, code: 'media_refused' },
    error: 'Telegram takes documents only without other files; leave one kind out',
  });
  expect((await telegram.publish({ text, platforms: ['chatbot'], media: documents })).body.outcome).toBe('published');
  expect((await discord.publish({ text, platforms: ['chatbot'], media })).body.outcome).toBe('published');
  const shown = async (network: 'telegram' | 'discord') =>
    (await stack.sandbox.posts(network)).find((post) => post.text === text)?.media;
  const named = [{ fileName: 'a.pdf' }, { fileName: 'b.pdf' }];
  expect(await shown('telegram')).toMatchObject(named);
  expect(await shown('discord')).toMatchObject([...named, { type: 'image/png' }]);
});

test('a post that needs a picture is refused with a document alone', async () => {
  const media = [{ url: files.serve('/only.pdf', { body: pdf() }) }];
  const refused = await workspace.publish({ text: uniqueText('Only'), platforms: ['photonet'], media });
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('needs an image or a video') } });
});

test('a document whose answer was lost on LinkedIn is unknown, and not sent again', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-drop' });
  const media = [{ url: files.serve('/lost.pdf', { body: pdf() }) }];
  const text = uniqueText('Lost');
  const { body } = await workspace.publish({ text, platforms: ['profnet'], media });
  expect(body.platformResults.profnet).toMatchObject({ ok: false, state: 'unknown' });
  expect((await stack.sandbox.posts('linkedin')).filter((post) => post.text === text)).toHaveLength(1);
});
