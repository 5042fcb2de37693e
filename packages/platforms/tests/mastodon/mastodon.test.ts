import { measureText } from '@social/rules';
import type { Settings } from '@social/sandbox';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorize, oauthOf, REDIRECT_URI } from '../suite/browser-flow.ts';
import { testPlatformDriver } from '../suite/driver-suite.ts';
import { credentialOf } from '../suite/pasting.ts';
import { sampleImage, sampleVideo } from '../support/media-samples.ts';
import { registrationOf } from '../support/stub-network.ts';

const KINDS: readonly (readonly [Settings['mastodon']['kind'], object])[] = [
  ['mastodon', { max: 500, unit: 'graphemes', linkLength: 23 }],
  ['gotosocial', { max: 5000, unit: 'characters' }],
  ['pixelfed', { max: 500, unit: 'graphemes', linkLength: 23 }],
  ['akkoma', { max: 5000, unit: 'graphemes' }],
];

testPlatformDriver(
  {
    registration: registrationOf('mastodon'),
    textOfLength: (length) => 'x'.repeat(length),
    specialCharacters: '@#$&<>"\\/{}:',
    provenByHead: [],
    refusesDuplicates: false,
    duplicatesSurviveDeletion: false,
    trimsText: true,
    neverExpires: true,
    tooLongStatus: 422,
    publishFaults: {
      'version-sunset': ['rejected', 'network_refused'],
      'credits-depleted': ['rejected', 'network_refused'],
    },
  },
  ({ driver, control, connect, failureOf, keepSecret, sandboxUrl }) => {
    const publish = async (text: string, more: object = {}) =>
      driver().publish({ text, media: [], settings: {}, ...more }, (await connect()).account, {});

    /** Reads a status as the server tells it to everybody. */
    async function statusOf({ platformPostId }: { platformPostId: string }): Promise<unknown> {
      return (await fetch(`${sandboxUrl()}/mastodon/api/v1/statuses/${platformPostId}`)).json();
    }

    it.each([
      [{ text: 'x'.repeat(5_001), media: [], settings: {} }, 'counts this text, with its content warning, as too long'],
      [
        { text: 'gone', media: [], settings: {}, replyTo: '01ARZ3NDEKTSV4RRFFQ69G5FAV' },
        'is no longer at the server, or not for this account; publish what is left as a new post',
      ],
    ])('explains a refusal in the words of GoToSocial: %#', async (post, reason) => {
      await control().set({ mastodon: { kind: 'gotosocial' } });
      const { account } = await connect();
      expect((await failureOf(driver().publish(post, account, {}))).message).toContain(reason);
    });

    it('knows its app at a server that wants to know where a sign-in returns', async () => {
      await control().set({ mastodon: { kind: 'gotosocial' } });
      const oauth = oauthOf(driver());
      const app = (await oauth.registerApp?.({ redirectUri: REDIRECT_URI }, {})) ?? expect.fail('no app');
      keepSecret(app.clientSecret);
      expect(await oauth.knowsApp?.({ app, redirectUri: REDIRECT_URI }, {})).toBe(true);
    });

    it('knows its app until the server forgets it, and a sign-in with a forgotten app says what to do', async () => {
      const oauth = oauthOf(driver());
      const knows = (known: { clientId: string; clientSecret: string }) =>
        oauth.knowsApp?.({ app: known, redirectUri: REDIRECT_URI }, {});
      const app = (await oauth.registerApp?.({ redirectUri: REDIRECT_URI }, {})) ?? expect.fail('no app');
      keepSecret(app.clientSecret);
      expect(await knows(app)).toBe(true);
      expect(await knows({ ...app, clientSecret: 'another' })).toBe(false);
      const request = await authorize(driver());
      await control().reset();
      expect(await knows(app)).toBe(false);
      const error = await failureOf(oauth.exchangeCode(request, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_forbidden' });
      expect(error.message).toContain('start connecting mastodon again');
    });

    it('connects with a pasted token, which it cannot end, and refuses an unknown one', async () => {
      const { tokens } = await connect();
      const { token } = JSON.parse(tokens.accessToken) as { token: string };
      keepSecret(token);
      const credential = credentialOf(driver());
      expect(
        [token, 'short', 'with a space in the middle'].map((accessToken) => credential.accepts({ accessToken })),
      ).toEqual([true, false, false]);
      const answer = await credential.connect({ host: 'fosstodon.org', accessToken: token }, {});
      if ('choices' in answer) return expect.fail('nothing is to be chosen');
      expect(answer.account.username).toMatch(/^sandbox_owner@127\.0\.0\.1:\d+$/);
      const account = { ...answer.account, accessToken: answer.tokens.accessToken };
      await oauthOf(driver()).revoke?.({ value: account.accessToken, kind: 'access' }, {});
      await driver().publish({ text: 'still connected', media: [], settings: {} }, account, {});
      const unknown = 'k'.repeat(43);
      keepSecret(unknown);
      const error = await failureOf(credential.connect({ accessToken: unknown }, {}));
      expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
      expect(error.message).toContain('accessToken: ');
    });

    it.each([
      ['disabled', 'disabled'],
      ['unconfirmed', 'email address'],
      ['pending', 'approval'],
    ])('says why an account that is %s cannot publish', async (type, reason) => {
      await control().addAccount({ username: 'guest', name: 'Guest', type });
      await control().set({ authorizeAs: 'guest' });
      const error = await failureOf(connect());
      expect(error).toMatchObject({ kind: 'rejected', code: 'network_refused', status: 403 });
      expect(error.message).toContain(reason);
    });

    it('sends the settings of the post, and is public without any', async () => {
      const settings = { visibility: 'unlisted', spoilerText: 'about food', sensitive: true, language: 'de' };
      const [plain, warned] = [await publish('plain'), await publish('warned', { settings })];
      expect(await statusOf(plain)).toMatchObject({ visibility: 'public', spoiler_text: '', sensitive: false });
      expect(await statusOf(warned)).toMatchObject({
        ...{ visibility: 'unlisted', spoiler_text: 'about food', sensitive: true, language: 'de' },
      });
    });

    it.each([
      [{ visibility: 'friends' }, 'visibility'],
      [{ spoilerText: 7 }, 'spoilerText'],
      [{ spoilerText: 'x'.repeat(1_001) }, 'spoilerText'],
      [{ sensitive: 'yes' }, 'sensitive'],
      [{ language: 'English' }, 'language'],
    ])('refuses the settings %j before anything is sent', async (settings, name) => {
      const error = await failureOf(publish('text', { settings }));
      expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
      expect(error.message).toContain(name);
      expect(await control().countRequests('publish')).toBe(0);
    });

    it('puts a post below another one of the account, and says so when that one is gone', async () => {
      const { account } = await connect();
      const first = await driver().publish({ text: 'one', media: [], settings: {} }, account, {});
      const second = { text: 'two', media: [], settings: {}, replyTo: first.platformPostId };
      await driver().publish(second, account, {});
      const accepted = await control().acceptedPosts();
      expect(accepted.map(({ replyToId }) => replyToId)).toEqual([null, first.platformPostId]);
      await driver().actions.deletePost?.(first.platformPostId, account, {});
      const error = await failureOf(driver().publish({ ...second, text: 'three' }, account, {}));
      expect(error).toMatchObject({ kind: 'not-found', status: 404 });
      expect(error.message).toContain('no longer at the server');
    });

    it('waits until a video is processed, and describes it', async () => {
      await control().set({ mastodon: { processingMs: 1_500 } });
      const stages = new Set<string>();
      const { account } = await connect();
      const media = [sampleVideo(200_000, { alt: 'four seconds of film' })];
      const onProgress = ({ stage }: { stage: string }) => stages.add(stage);
      const published = await driver().publish({ text: 'a film', media, settings: {} }, account, { onProgress });
      const attachment = { type: 'video', description: 'four seconds of film' };
      expect(await statusOf(published)).toMatchObject({ media_attachments: [attachment] });
      expect([...stages]).toEqual(['uploading', 'processing']);
    });

    it('starts again after an interruption before the status, and never after it may have been sent', async () => {
      const { account } = await connect();
      const steps: unknown[] = [];
      const saveCheckpoint = async ({ step }: Readonly<Record<string, unknown>>) => void steps.push(step);
      const post = { text: 'with a file', media: [sampleImage({ shade: 3 })], settings: {} };
      await driver().publish(post, account, { saveCheckpoint });
      expect(steps).toEqual(['upload', 'publish']);
      await driver().publish({ ...post, text: 'again' }, account, { checkpoint: { step: 'upload' } });
      const error = await failureOf(driver().publish(post, account, { checkpoint: { step: 'publish' } }));
      expect(error).toMatchObject({ kind: 'outcome-unknown' });
      expect(await control().acceptedPosts()).toHaveLength(2);
      await control().fault({ operation: 'publish', kind: 'rate-limit' });
      steps.length = 0;
      await failureOf(driver().publish(post, account, { saveCheckpoint }));
      expect(steps).toEqual(['upload', 'publish', 'upload']);
    });

    it('sends the id of the publish as the key, and lists what was published with the text as it was sent', async () => {
      const { account } = await connect();
      const publishId = '019aae4e-0000-7000-8000-000000000001';
      const text = 'One & two\n\nhttps://example.com/a?b=c @sandbox_friend <3';
      const since = new Date(Date.now() - 60_000);
      const { platformPostId, url } = await driver().publish({ text, media: [], settings: {} }, account, { publishId });
      expect(await control().acceptedPosts()).toMatchObject([{ idempotencyKey: `${publishId}-1` }]);
      expect(await driver().listRecentPosts?.(account, { since })).toMatchObject([{ id: platformPostId, url, text }]);
      expect(await driver().listRecentPosts?.(account, { since: new Date(Date.now() + 60_000) })).toEqual([]);
    });

    it('lists every status since an instant, however many there are', async () => {
      const { account } = await connect();
      const texts = Array.from({ length: 20 }, (_, index) => `number ${index}`);
      for (const text of texts) await driver().publish({ text, media: [], settings: {} }, account, {});
      const listed = await driver().listRecentPosts?.(account, { since: new Date(Date.now() - 60_000) });
      expect(listed?.map(({ text }) => text).reverse()).toEqual(texts);
    });

    it('says until when a rate limited account has to wait', async () => {
      await control().fault({ operation: 'publish', kind: 'rate-limit', retryAfterSeconds: 600 });
      const error = await failureOf(publish('too soon'));
      expect(error.retryAfterMs).toBeGreaterThan(590_000);
      expect(error.retryAfterMs).toBeLessThan(610_000);
    });

    describe.each(KINDS)('at a server with %s', (kind, text) => {
      it('reads the limits, connects and publishes with a picture', async () => {
        await control().set({ mastodon: { kind } });
        const { account } = await connect();
        expect(await driver().readLimits?.(account, {})).toMatchObject({ text });
        const { url } = await driver().publish(
          { text: 'hello', media: [sampleImage({ shade: 9 })], settings: {} },
          account,
          {},
        );
        expect(new URL(url).origin).toBe(sandboxUrl());
        expect(await control().acceptedPosts()).toHaveLength(1);
      });

      // Akkoma does not say how it counts addresses.
      const itWhereTold: (name: string, run: () => Promise<void>) => void = kind === 'akkoma' ? () => undefined : it;
      itWhereTold('counts texts as the server does', async () => {
        await control().set({ mastodon: { kind, maxCharacters: 60 } });
        const { account } = await connect();
        const server = (await driver().readLimits?.(account, {}))?.text ?? expect.fail('no limits');
        const piece = fc.constantFrom(
          ...[
            'word ',
            'x'.repeat(11),
            '👨‍👩‍👧 ',
            '🇩🇪',
            'e\u0301',
            '日本',
            '\n',
            ' https://example.com/a/long/path?x=y ',
            'http://a.co ',
          ],
          ...[
            'example.com ',
            '@ada@fosstodon.org ',
            '@bob ',
            'a@b.org ',
            '#tag ',
            ':smile: ',
            '(https://example.com) ',
          ],
        );
        const texts = fc.array(piece, { minLength: 4, maxLength: 12 }).map((pieces) => `. ${pieces.join('')} .`);
        const media = kind === 'pixelfed' ? [sampleImage({ shade: 9 })] : [];
        await fc.assert(
          fc.asyncProperty(texts, async (given) => {
            const fits = measureText('mastodon', given, { server }).over === 0;
            const isTaken = await driver()
              .publish({ text: given, media, settings: {} }, account, {})
              .then(
                () => true,
                () => false,
              );
            expect([given, isTaken]).toEqual([given, fits]);
          }),
          { numRuns: 40 },
        );
      });
    });

    it('says that Pixelfed wants a picture', async () => {
      await control().set({ mastodon: { kind: 'pixelfed' } });
      const error = await failureOf(publish('only words'));
      expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request' });
      expect(error.message).toContain('picture or video');
    });

    it('publishes at Pixelfed after a refused attempt, whose key the server takes no second time', async () => {
      await control().set({ mastodon: { kind: 'pixelfed' } });
      const { account } = await connect();
      const publishId = '019aae4e-0000-7000-8000-000000000002';
      await failureOf(driver().publish({ text: 'only words', media: [], settings: {} }, account, { publishId }));
      const media = [sampleImage({ shade: 5 })];
      const second = { text: 'with a picture', media, settings: {} };
      const repeated = await failureOf(driver().publish(second, account, { publishId }));
      expect(repeated).toMatchObject({ kind: 'outcome-unknown', status: 400 });
      await driver().publish(second, account, { publishId, attempt: 2 });
      expect(await control().acceptedPosts()).toMatchObject([{ text: 'with a picture' }]);
    });

    it('renews a token where the server lets it expire', async () => {
      await control().set({ mastodon: { kind: 'akkoma' } });
      const { account, tokens } = await connect();
      expect(tokens.accessExpiresAt).not.toBeNull();
      const fresh = await oauthOf(driver()).refresh?.(tokens.refreshToken ?? '', {});
      expect(fresh?.accessToken).not.toBe(tokens.accessToken);
      const renewed = { ...account, accessToken: fresh?.accessToken ?? '' };
      await driver().publish({ text: 'renewed', media: [], settings: {} }, renewed, {});
      keepSecret(tokens.refreshToken);
      const error = await failureOf(oauthOf(driver()).refresh?.(tokens.refreshToken ?? '', {}) ?? Promise.resolve());
      expect(error.kind).toBe('reconnect');
    });

    it('refuses files that the server does not take before the first upload', async () => {
      await control().set({ mastodon: { imageSizeLimit: 20_000, maxMediaAttachments: 1 } });
      const { account } = await connect();
      const small = { ...sampleImage({ shade: 1 }), bytes: 50 };
      const tooMany = [small, small];
      const long = { ...small, alt: 'x'.repeat(1_501) };
      for (const [media, reason] of [
        [[{ ...small, bytes: 20_001 }], 'is 20.001 kB, and Mastodon takes up to 20 kB'],
        [tooMany, 'at most 1 image'],
        [[long], 'description'],
        [[{ ...small, contentType: 'image/tiff' }], 'TIFF'],
      ] as const) {
        const error = await failureOf(driver().publish({ text: 'files', media, settings: {} }, account, {}));
        expect(error).toMatchObject({ kind: 'rejected', code: 'media_refused', status: null });
        expect(error.message).toContain(reason);
      }
      expect(await control().countRequests('upload')).toBe(0);
    });
  },
);
