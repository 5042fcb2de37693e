import { describe, expect, it } from 'vitest';
import { contentNote } from '../../src/index.ts';
import { sampleImage } from '../support/media-samples.ts';
import { useSandboxedDriver } from '../support/sandboxed-driver.ts';
import { rejectionOf, stubAccount, useStubbedDriver } from '../support/stub-network.ts';

const used = useSandboxedDriver('mastodon');
const stubbed = useStubbedDriver('mastodon');
const settings = { quotePolicy: 'followers' };

/** Reads a status as the server tells it to everybody. */
async function statusOf({ platformPostId }: { platformPostId: string }): Promise<unknown> {
  return (await fetch(`${used.sandbox.url}/mastodon/api/v1/statuses/${platformPostId}`)).json();
}

describe('who may quote a status', () => {
  it.each([
    ['public', ['public']],
    ['followers', ['followers']],
    ['nobody', []],
  ])('is what the setting %s says', async (quotePolicy, automatic) => {
    const published = await used.publish([], {}, { settings: { quotePolicy } }).result;
    expect(published).not.toHaveProperty('note');
    expect(await statusOf(published)).toMatchObject({ quote_approval: { automatic } });
    const [accepted] = await used.control.acceptedPosts();
    expect(accepted?.settings).toMatchObject({ quote_approval_policy: quotePolicy });
  });

  it('is said with files, and in each part of a thread', async () => {
    const first = await used.publish(sampleImage({ shade: 3 }), {}, { settings }).result;
    await used.publish([], {}, { settings, replyTo: first.platformPostId }).result;
    const accepted = await used.control.acceptedPosts();
    const same = { settings: { quote_approval_policy: 'followers' } };
    expect(accepted).toMatchObject([same, same]);
  });

  it.each(['private', 'direct'])(
    'is nobody at %s ones, with a note where the setting says otherwise',
    async (visibility) => {
      const published = await used.publish([], {}, { settings: { ...settings, visibility } }).result;
      expect(published.note).toContain(`visibility ${visibility}: quotePolicy has no effect`);
      const closed = await used.publish([], {}, { settings: { quotePolicy: 'nobody', visibility } }).result;
      expect(closed).not.toHaveProperty('note');
    },
  );

  it('is left to servers that do not let authors say it, and the first part of a thread has a note', async () => {
    await used.control.set({ mastodon: { kind: 'gotosocial' } });
    const first = await used.publish([], {}, { settings }).result;
    expect(first.note).toContain('quotePolicy has no effect');
    expect(await used.publish([], {}, { settings, replyTo: first.platformPostId }).result).not.toHaveProperty('note');
    expect((await used.control.acceptedPosts()).map((post) => post.settings)).toEqual([undefined, undefined]);
  });

  it.each([
    [{ hasQuotePolicies: false }, settings, 'The server does not let authors say who may quote'],
    [{ hasQuotePolicies: false }, {}, null],
    [{ hasQuotePolicies: true }, settings, null],
    [{ hasQuotePolicies: true }, { ...settings, visibility: 'direct' }, 'visibility direct: quotePolicy has no effect'],
    [{}, settings, null],
    [null, settings, null],
  ])('is known before a post is sent by the limits %j and the settings %j: %s', (limits, given, note) => {
    const said = contentNote(used.driver, { text: 'a post', settings: given, hasMedia: false, limits });
    expect(said).toEqual(note && expect.stringContaining(note));
  });

  it('is repeated as it was sent', async () => {
    const call = { publishId: '019aae4e-0000-7000-8000-000000000001' };
    await used.control.fault({ operation: 'publish', kind: 'drop' });
    const first = used.publish([], call, { settings }).result;
    expect(await rejectionOf(first)).toMatchObject({ kind: 'outcome-unknown' });
    await used.publish([], { ...call, isRepeat: true }, { settings }).result;
    const accepted = await used.control.acceptedPosts();
    expect(accepted).toMatchObject([{ settings: { quote_approval_policy: 'followers' } }]);
  });
});

describe('a server', () => {
  const account = stubAccount('1', { accessToken: JSON.stringify({ token: 'the-token' }) });
  const publish = () => stubbed.driver.publish({ text: 'a post', media: [], settings }, account, {});
  const sentBody = () => JSON.parse(stubbed.stub.requests.at(-1)?.body ?? '') as unknown;

  it.each([
    [{ version: '4.5.0' }, true],
    [{ version: '4.6.3+glitch' }, true],
    [{ version: '5.0.0' }, true],
    [{ version: '4.5.0-nightly.2025-09-01', api_versions: { mastodon: 7 } }, true],
    [{ version: '4.5.0-alpha.1' }, false],
    [{ version: '4.4.8', api_versions: { mastodon: 6 } }, false],
    [{ version: '2.7.2 (compatible; Akkoma 3.13.2)' }, false],
    [{ version: '9.9.9 (compatible; Pixelfed 0.12.6)' }, false],
    [{}, false],
  ])('that describes itself as %j gets the setting: %s', async (told, isSent) => {
    stubbed.stub.reply = { status: 200, body: { ...told, id: '7' } };
    const { note } = await publish();
    expect(sentBody()).toEqual({
      ...{ status: 'a post', content_type: 'text/plain', visibility: 'public' },
      ...(isSent && { quote_approval_policy: 'followers' }),
    });
    expect(note === undefined).toBe(isSent);
  });

  it('that does not describe itself now gets no post', async () => {
    stubbed.stub.reply = { status: 503, body: 'down' };
    expect(await rejectionOf(publish())).toMatchObject({ kind: 'unavailable' });
    expect(stubbed.stub.requests.map(({ method }) => method)).not.toContain('POST');
  });
});
