import { randomBytes } from 'node:crypto';
import { mediaFacts } from '@social/rules';
import { sandboxApp } from '@social/sandbox';
import { platformFacts } from '@social/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallContext } from '../../src/index.ts';
import { freePort } from '../support/listen.ts';
import { sampleImage } from '../support/media-samples.ts';
import type { Connection } from './browser-flow.ts';
import type { SuiteContext } from './context.ts';
import { callFor, PUBLISH_FAULTS } from './faults.ts';

/** Publishing: exact texts, limits, media, and every fault with what the network really accepted. */
export function describePublishing(context: SuiteContext): void {
  const { options, driver, createDriver, control, connect, post, failureOf } = context;
  const { images } = mediaFacts(options.registration.platform);
  const takesImages = images > 0 && options.hasImageTests !== false;
  const itWithImages: (name: string, run: () => Promise<void>) => void = takesImages ? it : () => undefined;
  const itWithDuplicates: typeof itWithImages = options.refusesDuplicates === false ? () => undefined : it;
  describe('publishing', () => {
    const makeImage = options.makeImage ?? sampleImage;
    const publish = (connection: Connection, text: string, call: CallContext = {}) =>
      driver().publish(post(text), connection.account, call);

    it('gives the id and the address of what the network holds', async () => {
      const { platformPostId, url } = await publish(await connect(), 'hello from the suite');
      expect(await control().acceptedPosts()).toMatchObject([
        { id: platformPostId, account: 'sandbox_owner', text: 'hello from the suite', deletedAt: null },
      ]);
      const page = await fetch(url);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('hello from the suite');
    });

    it('lets readers see exactly the text that was given', async () => {
      const connection = await connect();
      const piece = fc.oneof(
        fc.constantFrom(...options.specialCharacters),
        fc.constantFrom('#tag', '#tag_two', '#1st', 'a#b', '##', '＃全角', '# ', '#'),
        fc.constantFrom(
          '\r\n',
          '\n',
          '\t',
          ' ',
          '  ',
          '👨‍👩‍👧',
          '🇩🇪',
          'שלום',
          '\u202Eabc\u202C',
          '\u200D',
          'e\u0301',
          '日本',
        ),
        fc.constantFrom('"quoted"', '\\n', '&amp;', '<b>', '%20', '\u0000', "it's"),
        fc.string({ unit: 'grapheme', maxLength: 3 }),
      );
      const atOnce = options.textsAtOnce ?? 1;
      const texts = fc.array(fc.array(piece, { maxLength: 12 }), { minLength: atOnce, maxLength: atOnce });
      let serial = 0;
      await fc.assert(
        fc.asyncProperty(texts, async (given) => {
          const sent = given.map((pieces) => `${serial++} ${pieces.join('')}`.slice(0, 130).toWellFormed());
          const published = await Promise.all(sent.map((text) => publish(connection, text)));
          const accepted = new Map((await control().acceptedPosts()).map(({ id, text }) => [id, text]));
          const shown = options.trimsText ? sent.map((text) => text.trim()) : sent;
          expect(published.map(({ platformPostId }) => accepted.get(platformPostId))).toEqual(shown);
        }),
        { numRuns: 40 / atOnce },
      );
    });

    it('publishes at the limit, and passes on the refusal of the network above it', async () => {
      const connection = await connect();
      const max = options.maxText ?? platformFacts(options.registration.platform).text.max;
      const status = options.checksTextItself ? null : (options.tooLongStatus ?? 400);
      await publish(connection, options.textOfLength(max));
      const error = await failureOf(publish(connection, options.textOfLength(max + 1)));
      expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status });
      expect(await control().acceptedPosts()).toHaveLength(1);
    });

    itWithImages('publishes images with their bytes, up to the limit', async () => {
      const { account } = await connect();
      const { images: max } = mediaFacts(options.registration.platform);
      for (const count of [1, 2, max]) {
        const media = Array.from({ length: count }, (_, index) => makeImage({ shade: index, alt: `shade ${index}` }));
        await driver().publish({ text: `${count} images`, media, settings: {} }, account, {});
        const accepted = (await control().acceptedPosts()).at(-1);
        expect(accepted?.media.map(({ sha256 }) => sha256)).toEqual(media.map(({ sha256 }) => sha256));
      }
    });

    itWithImages('sends nothing when there are too many images, or media it does not take', async () => {
      const { account } = await connect();
      const { images: max } = mediaFacts(options.registration.platform);
      const many = Array.from({ length: max + 1 }, (_, index) => makeImage({ shade: index }));
      const video = { ...sampleImage({ shade: 1 }), kind: 'video', contentType: 'video/x-flv' } as const;
      for (const media of [many, options.refusedMedia ?? [video]]) {
        const error = await failureOf(driver().publish({ text: 'media', media, settings: {} }, account, {}));
        expect(error).toMatchObject({ kind: 'rejected', code: 'media_refused', status: null });
      }
      expect(await control().countRequests('upload')).toBe(0);
    });

    const itWithUploads = options.uploadsWithPost ? () => undefined : itWithImages;
    itWithUploads('publishes nothing when an image cannot be uploaded', async () => {
      const { account } = await connect();
      for (const kind of ['server-error', 'timeout', 'garbage', 'drop'] as const) {
        await control().fault({ operation: 'upload', kind });
        const post = { text: 'with an image', media: [makeImage({ shade: 7 })], settings: {} };
        expect((await failureOf(driver().publish(post, account, callFor(kind)))).kind).toBe('unavailable');
      }
      expect(await control().countRequests('publish')).toBe(0);
    });

    const itWithBytes = options.fetchesImages ? () => undefined : itWithImages;
    itWithBytes('says nothing was published when the file itself cannot be read', async () => {
      const { account } = await connect();
      const short = { ...sampleImage({ shade: 7 }), bytes: 1_000 };
      const error = await failureOf(driver().publish({ text: 'short', media: [short], settings: {} }, account, {}));
      expect(error).toMatchObject({ kind: 'unavailable', code: 'media_unreachable' });
    });

    itWithDuplicates('calls a repeated text a duplicate', async () => {
      const connection = await connect();
      const { platformPostId } = await publish(connection, 'said once');
      const error = await failureOf(publish(connection, 'said once'));
      expect(error).toMatchObject({ kind: 'rejected', code: 'duplicate_content' });
      expect([null, platformPostId]).toContain(error.duplicateOf);
      expect(await control().acceptedPosts()).toHaveLength(1);
      const { deletePost } = driver().actions;
      if (!deletePost) return;
      await deletePost(platformPostId, connection.account, {});
      const again = publish(connection, 'said once');
      if (options.duplicatesSurviveDeletion) expect((await failureOf(again)).code).toBe('duplicate_content');
      else await again;
    });

    const recoversFrom = options.recoversFrom ?? [];
    it.each(recoversFrom)('ends %s as one post', async (kind) => {
      const connection = await connect();
      await control().fault({ operation: 'publish', kind });
      const { platformPostId } = await publish(connection, `fault ${kind}`, callFor(kind));
      expect(await control().acceptedPosts()).toMatchObject([{ id: platformPostId, text: `fault ${kind}` }]);
    });

    const faults = PUBLISH_FAULTS.filter(([kind]) => !recoversFrom.includes(kind)).map(
      ([kind, expected, code, accepted]) => {
        const isWordless = options.wordlessFaults?.includes(kind) ?? false;
        const worded = isWordless ? (['outcome-unknown', 'outcome_unknown'] as const) : ([expected, code] as const);
        return [kind, ...(options.publishFaults?.[kind] ?? worded), accepted] as const;
      },
    );
    it.each(faults)('ends %s as %s', async (kind, expected, code, acceptedCount) => {
      const connection = await connect();
      await control().fault({ operation: 'publish', kind });
      const text = `fault ${kind} ${randomBytes(4).toString('hex')}`;
      if (options.provenByHead.includes(kind)) {
        const { platformPostId } = await publish(connection, text, callFor(kind));
        expect(await control().acceptedPosts()).toMatchObject([{ id: platformPostId, text }]);
      } else {
        const [ownKind, ownCode] = options.publishFaults?.[kind] ?? [expected, code];
        const error = await failureOf(publish(connection, text, callFor(kind)));
        expect(error).toMatchObject({ kind: ownKind, code: ownCode });
        expect(await control().acceptedPosts()).toHaveLength(acceptedCount);
      }
      expect(await control().countRequests('publish')).toBe(1);
    });

    it('waits for a slow answer', async () => {
      const connection = await connect();
      await control().fault({ operation: 'publish', kind: 'slow', delayMs: 300 });
      await publish(connection, 'slow but sure', { timeoutMs: 5_000 });
      expect(await control().acceptedPosts()).toHaveLength(1);
    });

    it('says until when the network limits the account', async () => {
      const connection = await connect();
      await control().fault({ operation: 'publish', kind: 'rate-limit', retryAfterSeconds: 600 });
      const error = await failureOf(publish(connection, 'too much'));
      expect(error.retryAfterMs).toBeGreaterThan(590_000);
      expect(error.retryAfterMs).toBeLessThanOrEqual(601_000);
      expect(error.message).toMatch(/rate limiting .* until \d\d:\d\d UTC$/);
    });

    it('knows that nothing was sent when no server listens', async () => {
      const { account } = await connect();
      const port = await freePort();
      const unplugged = createDriver(sandboxApp, `http://127.0.0.1:${port}`);
      const error = await failureOf(unplugged.publish(post('unsent'), account, {}));
      expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable', status: null });
      expect(error.message).toContain('nothing was done');
    });

    it('stops when its caller stops', async () => {
      const connection = await connect();
      await control().fault({ operation: 'publish', kind: 'timeout' });
      const early = await failureOf(publish(connection, 'stopped before', { signal: AbortSignal.abort() }));
      expect(early.kind).toBe('unavailable');
      const stop = new AbortController();
      const stopped = failureOf(publish(connection, 'stopped after', { signal: stop.signal }));
      await expect.poll(() => control().countRequests('publish')).toBe(1);
      stop.abort();
      const late = await stopped;
      expect(late.kind).toBe('outcome-unknown');
    });
  });
}
