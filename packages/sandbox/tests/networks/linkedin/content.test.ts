import { describe, expect, test } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { mp4, png } from '../../support/media.ts';
import { call, open, send, textAt } from '../../support/sandbox.ts';
import { article, linkedinAuthorizeUrl, signInToLinkedin, uploadImage } from './sign-in.ts';

const { accounts, organizations } = sandboxSeed.linkedin;
const person = `urn:li:person:${accounts.sandbox_owner}`;
const company = `urn:li:organization:${organizations.sandbox_company}`;
const partBytes = 4 * 1024 * 1024;

async function openSignedIn(scope?: string, clock = Date.now) {
  const sandbox = await open({ clock });
  const { headers } = await signInToLinkedin(sandbox, scope);
  const rest = `${sandbox.url}/linkedin/rest`;
  const create = (body: unknown) => send(`${rest}/posts`, 'POST', body, headers);
  const post = (path: string, body: unknown) => send(`${rest}/${path}`, 'POST', body, headers);
  const read = (path: string) => call(`${rest}/${path}`, { headers });
  return { sandbox, headers, create, post, read };
}

describe('an article', () => {
  const link = { source: 'https://example.org/', title: 'Version 1.4' };

  test('is the card of a post, in the words of the caller', async () => {
    const { sandbox, headers, create } = await openSignedIn();
    const thumbnail = await uploadImage(sandbox, headers, png);
    const content = { article: { ...link, description: 'What is new', thumbnail, thumbnailAltText: 'A box' } };
    const { status, headers: answered } = await create(article('Read this', { content }));
    expect(status).toBe(201);
    const card = { url: link.source, title: link.title, description: 'What is new', picture: expect.any(String) };
    expect(await sandbox.posts('linkedin')).toMatchObject([{ text: 'Read this', media: [], card }]);
    const page = await call(`${sandbox.url}/linkedin/feed/update/${answered.get('x-restli-id')}/`);
    expect(page.text).toContain('Version 1.4');
  });

  test.each([
    ['no title', { source: link.source }, 'title is required'],
    ['an empty title', { ...link, title: '' }, 'a title is expected'],
    ['no address', { ...link, source: 'notes' }, 'an address is expected'],
    ['a long title', { ...link, title: 'x'.repeat(401) }, 'longer than 400'],
    ['a long description', { ...link, description: 'x'.repeat(4087) }, 'longer than 4086'],
    ['a video as thumbnail', { ...link, thumbnail: 'urn:li:video:x' }, 'is not valid here'],
    ['an unknown thumbnail', { ...link, thumbnail: 'urn:li:image:x' }, 'is not valid here'],
    ['a field that it does not have', { ...link, image: 'x' }, 'unrecognized field'],
  ])('with %s is refused', async (_what, given, reason) => {
    const { sandbox, create } = await openSignedIn();
    const refused = await create(article('Read this', { content: { article: given } }));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).toContain(reason);
    expect(await sandbox.posts('linkedin')).toEqual([]);
  });
});

describe('a video', () => {
  async function upload(bytes: Buffer, owner = person, scope?: string) {
    const opened = await openSignedIn(scope);
    const request = { owner, fileSizeBytes: bytes.length, uploadCaptions: false, uploadThumbnail: false };
    const { body } = await opened.post('videos?action=initializeUpload', { initializeUploadRequest: request });
    const { video, uploadInstructions } = (body as { value: { video: string; uploadInstructions: Part[] } }).value;
    const sendPart = async ({ uploadUrl, firstByte, lastByte }: Part) => {
      const part = new Uint8Array(bytes.subarray(firstByte, lastByte + 1));
      return (await call(uploadUrl, { method: 'PUT', body: part })).headers.get('etag') ?? '';
    };
    const finalize = (uploadedPartIds: readonly string[]) => {
      const finalizeUploadRequest = { video, uploadToken: '', uploadedPartIds };
      return opened.post('videos?action=finalizeUpload', { finalizeUploadRequest });
    };
    const status = async () => textAt((await opened.read(`videos/${encodeURIComponent(video)}`)).body, 'status');
    return { ...opened, video, parts: uploadInstructions, sendPart, finalize, status };
  }

  interface Part {
    readonly uploadUrl: string;
    readonly firstByte: number;
    readonly lastByte: number;
  }

  test('arrives in parts of 4 MiB, is processed, and is then shown by a post', async () => {
    const bytes = mp4(partBytes + 100);
    const { sandbox, parts, sendPart, finalize, status, create, video } = await upload(bytes);
    expect(parts.map(({ firstByte, lastByte }) => [firstByte, lastByte])).toEqual([
      [0, partBytes - 1],
      [partBytes, partBytes + 99],
    ]);
    expect(await status()).toBe('WAITING_UPLOAD');
    const etags = [];
    for (const part of parts) etags.push(await sendPart(part));
    expect((await finalize(etags)).status).toBe(200);
    const body = article('Moving', { content: { media: { id: video, title: 'A clip' } } });
    expect(await create(body)).toMatchObject({ status: 400, body: { code: 'MEDIA_ASSET_PROCESSING' } });
    expect([await status(), await status()]).toEqual(['PROCESSING', 'AVAILABLE']);
    expect((await create(body)).status).toBe(201);
    const media = [{ type: 'video/mp4', bytes: bytes.length }];
    expect(await sandbox.posts('linkedin')).toMatchObject([{ media, settings: { title: 'A clip' } }]);
  });

  test('is not complete with parts in another order, or a part missing', async () => {
    const { parts, sendPart, finalize, status } = await upload(mp4(partBytes + 100));
    const first = await sendPart(parts[0] as Part);
    expect((await finalize([first])).status).toBe(400);
    const second = await sendPart(parts[1] as Part);
    expect((await finalize([second, first])).status).toBe(400);
    expect(await status()).toBe('WAITING_UPLOAD');
  });

  test('that is no video fails in its processing', async () => {
    const { parts, sendPart, finalize, status, create, video } = await upload(Buffer.alloc(80_000, 'x'));
    await finalize([await sendPart(parts[0] as Part)]);
    expect([await status(), await status()]).toEqual(['PROCESSING', 'PROCESSING_FAILED']);
    const refused = await create(article('Moving', { content: { media: { id: video } } }));
    expect(refused).toMatchObject({ status: 400, body: { code: 'MEDIA_ASSET_PROCESSING_FAILED' } });
  });

  test.each([74_999, 500 * 1024 * 1024 + 1])('of %i bytes is refused when it is registered', async (fileSizeBytes) => {
    const { post } = await openSignedIn();
    const initializeUploadRequest = { owner: person, fileSizeBytes };
    expect((await post('videos?action=initializeUpload', { initializeUploadRequest })).status).toBe(400);
  });
});

describe('a document', () => {
  const organizationScope = 'openid profile w_member_social w_organization_social rw_organization_admin';
  const pdf = Buffer.from('%PDF-1.7\n%%EOF');

  async function register(owner: string, scope?: string, clock = Date.now) {
    const opened = await openSignedIn(scope, clock);
    const { body } = await opened.post('documents?action=initializeUpload', { initializeUploadRequest: { owner } });
    const { document, uploadUrl } = (body as { value: { document: string; uploadUrl: string } }).value;
    const upload = (data: Buffer) => {
      const { authorization = '' } = opened.headers;
      return call(uploadUrl, { method: 'PUT', headers: { authorization }, body: new Uint8Array(data) });
    };
    const read = async () => opened.read(`documents/${encodeURIComponent(document)}`);
    return { ...opened, document, uploadUrl, upload, read };
  }

  test('of an organization is processed, and is then shown by a post with its title', async () => {
    let ahead = 0;
    const { sandbox, create, document, upload, read } = await register(
      company,
      organizationScope,
      () => Date.now() + ahead,
    );
    const status = async () => textAt((await read()).body, 'status');
    expect(await status()).toBe('WAITING_UPLOAD');
    const body = article('Our plan', { author: company, content: { media: { id: document, title: 'Plan <1>' } } });
    expect(await create(body)).toMatchObject({ status: 400, body: { code: 'MEDIA_ASSET_WAITING_UPLOAD' } });
    expect(await upload(pdf)).toMatchObject({ status: 201, text: '' });
    expect(await status()).toBe('PROCESSING');
    expect(await create(body)).toMatchObject({ status: 400, body: { code: 'MEDIA_ASSET_PROCESSING' } });
    ahead = 1_000;
    expect(await status()).toBe('AVAILABLE');
    expect((await create(body)).status).toBe(201);
    const media = [{ type: 'application/pdf', bytes: pdf.length, fileName: 'Plan <1>' }];
    expect(await sandbox.posts('linkedin')).toMatchObject([{ account: 'sandbox_company', media }]);
    expect((await call(`${sandbox.url}/`)).text).toContain('<strong>Plan &lt;1&gt;</strong>');
  });

  test("of a member is posted without a look at it, which a member's token does not allow", async () => {
    let ahead = 0;
    const { create, document, upload, read } = await register(person, undefined, () => Date.now() + ahead);
    await upload(pdf);
    expect(await read()).toMatchObject({ status: 403, body: { code: 'ACCESS_DENIED' } });
    ahead = 1_000;
    expect((await create(article('Notes', { content: { media: { id: document, title: 'Notes' } } }))).status).toBe(201);
  });

  test.each([
    ['no title', { title: undefined }, 'title is required'],
    ['an empty title', { title: '' }, 'a title is expected'],
    ['an alternative text', { title: 'Notes', altText: 'x' }, 'unrecognized field'],
  ])('with %s is refused', async (_what, given, reason) => {
    const { create, document, upload } = await register(person);
    await upload(pdf);
    const refused = await create(article('Notes', { content: { media: { id: document, ...given } } }));
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).toContain(reason);
  });

  test('that is no document fails in its processing', async () => {
    let ahead = 0;
    const { create, document, upload } = await register(person, undefined, () => Date.now() + ahead);
    await upload(png);
    ahead = 1_000;
    const refused = await create(article('Notes', { content: { media: { id: document, title: 'Notes' } } }));
    expect(refused).toMatchObject({ status: 400, body: { code: 'MEDIA_ASSET_PROCESSING_FAILED' } });
  });

  test('belongs to its owner, who must be the author', async () => {
    const { post } = await openSignedIn();
    const initializeUploadRequest = { owner: company };
    expect((await post('documents?action=initializeUpload', { initializeUploadRequest })).status).toBe(403);
    const { create, document, upload } = await register(person, organizationScope);
    await upload(pdf);
    const content = { media: { id: document, title: 'Notes' } };
    expect((await create(article('Notes', { author: company, content }))).status).toBe(404);
  });
});

describe('a mention', () => {
  test.each([
    ['@[Sandbox Company]', company, ['mentions Sandbox Company']],
    ['@[sandbox company]', company, undefined],
    ['@[Sandbox]', company, undefined],
    ['@[Sandbox]', person, ['mentions Sandbox Owner']],
  ])('%s of %s is shown by its name, and counts where the name matches', async (mention, urn, labels) => {
    const { sandbox, create } = await openSignedIn();
    await create(article(`Thanks to ${mention}(${urn})`));
    const [post] = await sandbox.posts('linkedin');
    expect(post?.text).toBe(`Thanks to ${mention.slice(2, -1)}`);
    expect(post?.labels).toEqual(labels);
  });
});

describe('an organization', () => {
  const scope = 'openid profile w_member_social w_organization_social rw_organization_admin';

  test('is listed with the role of its administrator, and described', async () => {
    const { read } = await openSignedIn(scope);
    const roles = await read('organizationAcls?q=roleAssignee&state=APPROVED&start=0&count=100');
    expect(roles.body).toMatchObject({
      elements: [{ organization: company, role: 'ADMINISTRATOR', state: 'APPROVED' }],
    });
    const id = organizations.sandbox_company;
    const described = await read(`organizations?ids=List(${id},1)`);
    const shown = { id: Number(id), localizedName: 'Sandbox Company', vanityName: 'sandbox_company' };
    expect(described.body).toMatchObject({ results: { [id]: shown } });
    expect(Object.keys((described.body as { results: object }).results)).toEqual([id]);
  });

  test('is the author of what its administrator publishes with the permission for it, and only with that', async () => {
    const { create, sandbox } = await openSignedIn(scope);
    expect((await create(article('From all of us', { author: company }))).status).toBe(201);
    expect(await sandbox.posts('linkedin')).toMatchObject([{ account: 'sandbox_company', text: 'From all of us' }]);
    const member = await openSignedIn();
    expect((await member.create(article('Not mine', { author: company }))).status).toBe(403);
    expect((await member.read('organizationAcls?q=roleAssignee')).status).toBe(403);
  });

  test('shows its posts to everybody who is signed in, but has no connections', async () => {
    const { sandbox, create } = await openSignedIn(scope);
    const post = (visibility: string) => create(article('From the company', { author: company, visibility }));
    expect(await post('CONNECTIONS')).toMatchObject({
      status: 400,
      body: { errorDetails: { inputErrors: [{ code: 'INVALID_VALUE_FOR_FIELD' }] } },
    });
    expect(await sandbox.posts()).toEqual([]);
    const { headers } = await post('LOGGED_IN');
    expect(await sandbox.posts()).toMatchObject([{ settings: { visibility: 'LOGGED_IN' } }]);
    const page = await call(`${sandbox.url}/linkedin/feed/update/${headers.get('x-restli-id')}/`);
    expect(page.text).toContain('<li>visibility: LOGGED_IN</li>');
  });

  test('shows no picture of a member, and a member none of an organization', async () => {
    const { create, headers, sandbox } = await openSignedIn(scope);
    const mine = await uploadImage(sandbox, headers, png);
    const refused = await create(article('Ours', { author: company, content: { media: { id: mine } } }));
    expect(refused.status).toBe(403);
  });

  test('cannot sign in itself', async () => {
    const sandbox = await open();
    await sandbox.settings({ autoApprove: false });
    const page = await call(linkedinAuthorizeUrl(sandbox));
    expect(page.text).toContain('Sandbox Friend');
    expect(page.text).not.toContain('Sandbox Company');
  });
});
