import { sandboxApp } from '@social/sandbox';
import { describe, expect, it } from 'vitest';
import type { Checkpoint, ConnectedAccount, PlatformDriver, PublishProgress } from '../../src/index.ts';
import { connectAccount } from '../suite/browser-flow.ts';
import { fileOf, sampleDocument, sampleImage, sampleVideo } from '../support/media-samples.ts';
import { interruptPublish, useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { registrationOf, rejectionOf } from '../support/stub-network.ts';

const used = useSandboxedDriver('linkedin');
const { publish, expectOnce } = used;
const company = 'urn:li:organization:5515715';
const callsTo = async (path: string) =>
  (await used.sandbox.requests('linkedin')).filter((call) => call.path.includes(path)).map(({ status }) => status);
const isProcessing = ({ stage }: PublishProgress) => stage === 'processing';

/** Connects the page of an organization, whose token reads the state of its documents. */
async function connectPage(): Promise<{ page: PlatformDriver; account: ConnectedAccount }> {
  const scopes = ['openid', 'profile', 'email', 'w_member_social', 'w_organization_social', 'rw_organization_admin'];
  const apiUrl = `${used.sandbox.url}/linkedin`;
  const page = registrationOf('linkedin').create({ ...sandboxApp, scopes, apiUrl, oauthUrl: apiUrl });
  const { accessToken } = (await connectAccount(page)).account;
  return { page, account: { accountId: company, accountUrn: company, username: 'sandbox_company', accessToken } };
}

describe('a document on LinkedIn', () => {
  it('of a member arrives byte by byte, and is posted once without its state being readable', async () => {
    const file = sampleDocument(1_234_567);
    const { result, progress } = publish(file);
    await result;
    await expectOnce(file);
    expect(progress.filter(({ stage }) => stage === 'uploading').at(-1)?.doneBytes).toBe(file.bytes);
    expect(progress.at(-1)).toEqual({ stage: 'processing', doneBytes: file.bytes, totalBytes: file.bytes });
    expect(await callsTo('/rest/documents/')).toEqual([403]);
    const [accepted] = await used.control.acceptedPosts();
    expect(accepted).toMatchObject({ media: [{ fileName: 'Release notes' }], settings: { title: 'Release notes' } });
  });

  it('of a page is posted once it is processed', async () => {
    const { page, account } = await connectPage();
    const file = sampleDocument(80_000, { fileName: 'Deck.v2.pptx' });
    await page.publish({ text: 'a page', media: [file], settings: { title: 'Our plan' } }, account, {});
    await expectOnce(file);
    const states = await callsTo('/rest/documents/');
    expect(states.length).toBeGreaterThan(1);
    expect(new Set(states)).toEqual(new Set([200]));
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: { title: 'Our plan' } }]);
  });

  it.each([
    ['the first line of the text where nobody has named the file', 'document.pdf', 'Version 2\n\nis out', 'Version 2'],
    ['the name of the file without its extension', 'a.b.docx', 'Version 2', 'a.b'],
    ['the first line where the name is nothing but an extension', '.pdf', 'Version 2', 'Version 2'],
  ])('has as its title %s', async (_what, fileName, text, title) => {
    const { page, account } = await connectPage();
    await page.publish({ text, media: [sampleDocument(500, { fileName })], settings: {} }, account, {});
    expect(await used.control.acceptedPosts()).toMatchObject([{ settings: { title } }]);
  });

  it('that LinkedIn cannot process is refused with what to do, and nothing is posted', async () => {
    const about = { kind: 'document', contentType: 'application/pdf', fileName: 'notes.pdf' } as const;
    const post = { text: 'notes', media: [fileOf(Buffer.from('no PDF'), about)], settings: {} };
    expect(await rejectionOf(used.driver.publish(post, used.account, {}))).toMatchObject({
      code: 'media_refused',
      message: expect.stringContaining('a document has no password and at most 300 pages'),
    });
    const { page, account } = await connectPage();
    expect(await rejectionOf(page.publish(post, account, {}))).toMatchObject({
      kind: 'rejected',
      code: 'media_refused',
      message:
        'LinkedIn could not process this document; check that it opens without a password and has at most 300 pages',
    });
    expect(await used.control.acceptedPosts()).toEqual([]);
  });

  it.each([
    [[sampleDocument(500), sampleDocument(600)], 'LinkedIn takes at most 1 document, 2 were given'],
    [[sampleDocument(500), sampleImage({ shade: 3 })], 'LinkedIn takes documents only without other files'],
    [[sampleDocument(500), sampleVideo(80_000)], 'LinkedIn takes'],
    [[sampleDocument(500, { bytes: 100_000_001 })], 'up to 100 MB'],
    [[sampleDocument(500, { contentType: 'application/vnd.ms-excel' })], 'PDF, PPT, PPTX, DOC, and DOCX documents'],
  ])('is refused before anything is sent where LinkedIn does not take it: %#', async (media, problem) => {
    const error = await rejectionOf(publish(media).result);
    expect(error).toMatchObject({ code: 'media_refused', message: expect.stringContaining(problem) });
    expect(await used.control.countRequests('upload')).toBe(0);
  });

  it.each(['drop', 'server-error', 'accept-then-drop'] as const)('survives %s on the way', async (kind) => {
    const file = sampleDocument(3_000);
    await used.control.fault({ operation: 'upload', kind, times: 2 });
    await publish(file).result;
    await expectOnce(file);
  });

  it('is not sent again when it was complete before the process ended', async () => {
    const file = sampleDocument(3_000);
    const { checkpoint } = await interruptPublish(used, file, isProcessing);
    expect(used.driver.precedesPublish?.(checkpoint)).toBe(true);
    await publish(file, { checkpoint }).result;
    await expectOnce(file);
    expect(await callsTo('/dms-uploads/')).toEqual([201]);
  });

  it('may be there when the process ended while its post was created', async () => {
    const saved: Checkpoint[] = [];
    await used.control.fault({ operation: 'publish', kind: 'accept-then-drop' });
    const saveCheckpoint = async (checkpoint: Checkpoint) => void saved.push(checkpoint);
    const file = sampleDocument(3_000);
    expect(await rejectionOf(publish(file, { saveCheckpoint }).result)).toMatchObject({ kind: 'outcome-unknown' });
    const checkpoint = saved.at(-1) ?? null;
    expect(await rejectionOf(publish(file, { checkpoint }).result)).toMatchObject({ kind: 'outcome-unknown' });
    await expectOnce(file);
  });
});
