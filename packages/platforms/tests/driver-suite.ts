import { randomBytes } from 'node:crypto';
import { type Sandbox, sandboxApp, startSandbox } from '@social/sandbox';
import { platformFacts } from '@social/types';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  CallContext,
  ConnectedAccount,
  NetworkRegistration,
  OAuthCapability,
  PlatformDriver,
  PlatformErrorKind,
  TokenSet,
} from '../src/index.ts';
import { PlatformError } from '../src/index.ts';
import { freePort } from './free-port.ts';
import { sampleImage } from './media-samples.ts';
import { controlSandbox, type SandboxControl } from './sandbox-control.ts';
import type { FaultKind } from './sandbox-vocabulary.ts';

/** What the suite must know about a network. */
export interface DriverSuiteOptions {
  readonly registration: NetworkRegistration;
  /** A text of exactly this length as the network counts it, at most its limit or one more. */
  readonly textOfLength: (length: number) => string;
  /** Characters that the network's format gives a meaning: they are mixed into the texts that must arrive unchanged. */
  readonly specialCharacters: string;
  /** Faults after whose answer the id of the post is known all the same. */
  readonly provenByHead: readonly FaultKind[];
  /** Form fields of an app that gets refresh tokens, where the documented sandbox app gets none. */
  readonly refreshingApp?: { readonly clientId: string; readonly clientSecret: string };
  /** Whether a text may be published again once its first post was deleted. */
  readonly duplicatesSurviveDeletion: boolean;
}

/** What a running suite hands to the tests that only one driver has. */
export interface SuiteContext {
  driver(): PlatformDriver;
  control(): SandboxControl;
  connect(): Promise<Connection>;
  /** Runs what must fail and returns its error, after checking that it is a safe `PlatformError`. */
  failureOf(work: Promise<unknown>): Promise<PlatformError>;
}

interface Connection {
  readonly account: ConnectedAccount;
  readonly tokens: TokenSet;
}

const REDIRECT_URI = 'http://127.0.0.1:9/api/auth/callback';
/** Only answers that never end are worth a short time limit: a busy machine must not make the others fail. */
const callFor = (kind: FaultKind): CallContext =>
  ['timeout', 'drip', 'accept-then-hang'].includes(kind) ? { timeoutMs: 400 } : {};

/** What a publish must end in for each fault, and how many posts the network may have accepted. */
const PUBLISH_FAULTS: readonly (readonly [FaultKind, PlatformErrorKind, code: string, accepted: number])[] = [
  ['rate-limit', 'rate-limited', 'network_rate_limited', 0],
  ['server-error', 'outcome-unknown', 'outcome_unknown', 0],
  ['timeout', 'outcome-unknown', 'outcome_unknown', 0],
  ['drop', 'outcome-unknown', 'outcome_unknown', 0],
  ['garbage', 'outcome-unknown', 'outcome_unknown', 0],
  ['accept-then-hang', 'outcome-unknown', 'outcome_unknown', 1],
  ['accept-then-half', 'outcome-unknown', 'outcome_unknown', 1],
  ['accept-then-drop', 'outcome-unknown', 'outcome_unknown', 1],
  ['accept-then-error', 'outcome-unknown', 'outcome_unknown', 1],
  ['no-id', 'outcome-unknown', 'outcome_unknown', 1],
  ['huge', 'outcome-unknown', 'outcome_unknown', 1],
  ['drip', 'outcome-unknown', 'outcome_unknown', 1],
  ['unauthorized', 'reconnect', 'reconnect_required', 0],
  ['expired-token', 'reconnect', 'reconnect_required', 0],
  ['revoked-token', 'reconnect', 'reconnect_required', 0],
  ['version-sunset', 'rejected', 'network_version_sunset', 0],
  ['credits-depleted', 'rejected', 'network_credits_depleted', 0],
  ['forbidden', 'rejected', 'network_forbidden', 0],
];

/** Asking again does no harm here, so that every broken answer is just unavailability. */
const HARMLESS_FAULTS: readonly (readonly [FaultKind, PlatformErrorKind])[] = [
  ['rate-limit', 'rate-limited'],
  ['server-error', 'unavailable'],
  ['timeout', 'unavailable'],
  ['drop', 'unavailable'],
  ['garbage', 'unavailable'],
  ['accept-then-half', 'unavailable'],
  ['no-id', 'unavailable'],
  ['huge', 'unavailable'],
  ['drip', 'unavailable'],
];

/** The behaviour every driver must show against its network's sandbox twin. `extra` adds the network's own. */
export function testPlatformDriver(options: DriverSuiteOptions, extra?: (context: SuiteContext) => void): void {
  const { registration } = options;
  const { platform, network } = registration;

  describe(`${network} driver`, () => {
    let sandbox: Sandbox;
    let driver: PlatformDriver;
    let control: SandboxControl;
    const secrets = new Set<string>([sandboxApp.clientSecret]);

    const createDriver = (app: { clientId: string; clientSecret: string }, base: string): PlatformDriver =>
      registration.create({ ...app, apiUrl: base, oauthUrl: base });
    const baseUrl = (): string => `${sandbox.url}${registration.sandboxPath}`;
    const failureOf = async (work: Promise<unknown>): Promise<PlatformError> => {
      const error = await work.then(
        (value) => expect.fail(`expected a failure, got ${JSON.stringify(value)}`),
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(PlatformError);
      if (!(error instanceof PlatformError)) throw error;
      expect(error.platform).toBe(platform);
      expect(error.message).toMatch(/^[a-z"].{10,300}$/);
      for (const secret of secrets) expect(everythingIn(error)).not.toContain(secret);
      return error;
    };
    const connect = async (): Promise<Connection> => {
      const connection = await connectAccount(driver);
      for (const secret of [connection.tokens.accessToken, connection.tokens.refreshToken]) {
        if (secret) secrets.add(secret);
      }
      return connection;
    };

    beforeAll(async () => {
      sandbox = await startSandbox();
      control = controlSandbox(sandbox.url, network);
      driver = createDriver(sandboxApp, baseUrl());
    });
    beforeEach(() => control.reset());
    afterAll(() => sandbox.close());

    describe('connecting', () => {
      it('goes through the browser and back, and names the account', async () => {
        const { account, tokens } = await connect();
        expect(account.accountId).not.toBe('');
        expect(tokens.accessExpiresAt?.getTime()).toBeGreaterThan(Date.now());
        const [option] = await oauthOf(driver).listAccounts(tokens.accessToken, {});
        expect(option).toMatchObject({ type: 'personal', accountId: account.accountId });
        expect(option?.picture).toMatch(/^https?:/);
      });

      it('is granted every scope it asks for', async () => {
        const { tokens } = await connect();
        expect(new Set(tokens.scopes)).toEqual(new Set(oauthOf(driver).scopes));
      });

      it('uses each code once, and says what to do about a dead one', async () => {
        const code = await authorize(driver, 'verifier-'.repeat(6));
        const request = { code, redirectUri: REDIRECT_URI, codeVerifier: 'verifier-'.repeat(6) };
        await oauthOf(driver).exchangeCode(request, {});
        const error = await failureOf(oauthOf(driver).exchangeCode(request, {}));
        expect(['rejected', 'reconnect']).toContain(error.kind);
        expect(error.message).toMatch(/connect/);
      });

      it('refuses a code whose proof key is not its own, where it uses proof keys', async () => {
        const code = await authorize(driver, 'verifier-'.repeat(6));
        const exchange = oauthOf(driver).exchangeCode(
          { code, redirectUri: REDIRECT_URI, codeVerifier: 'another-'.repeat(6) },
          {},
        );
        if (oauthOf(driver).usesPkce) expect((await failureOf(exchange)).kind).toBe('rejected');
        else expect((await exchange).accessToken).not.toBe('');
      });

      it('blames the configuration when the network does not know the app', async () => {
        const stranger = createDriver({ clientId: sandboxApp.clientId, clientSecret: 'a wrong secret' }, baseUrl());
        const code = await authorize(driver, 'verifier-'.repeat(6));
        const request = { code, redirectUri: REDIRECT_URI, codeVerifier: 'verifier-'.repeat(6) };
        const error = await failureOf(oauthOf(stranger).exchangeCode(request, {}));
        expect(error).toMatchObject({ kind: 'rejected', code: 'network_forbidden' });
        expect(error.message).toContain(`SOCIAL_${platform.toUpperCase()}_CLIENT_SECRET`);
      });

      it.each(HARMLESS_FAULTS)('fails cleanly when the token answer is broken by %s', async (kind, expected) => {
        await control.fault({ operation: 'token', kind });
        const code = await authorize(driver, 'verifier-'.repeat(6));
        const request = { code, redirectUri: REDIRECT_URI, codeVerifier: 'verifier-'.repeat(6) };
        expect((await failureOf(oauthOf(driver).exchangeCode(request, callFor(kind)))).kind).toBe(expected);
      });

      it.each(HARMLESS_FAULTS)('fails cleanly when the identity is broken by %s', async (kind, expected) => {
        const { tokens } = await connect();
        await control.fault({ operation: 'identity', kind });
        expect((await failureOf(oauthOf(driver).listAccounts(tokens.accessToken, callFor(kind)))).kind).toBe(expected);
      });

      it('revokes a grant, and a dead one counts as revoked', async () => {
        const { tokens, account } = await connect();
        const token = { value: tokens.accessToken, kind: 'access' } as const;
        await oauthOf(driver).revoke?.(token, {});
        const error = await failureOf(driver.publish({ text: 'too late', media: [], meta: {} }, account, {}));
        expect(error).toMatchObject({ kind: 'reconnect', code: 'reconnect_required', status: 401 });
        expect(error.message).toContain(`connect ${platform} again`);
        await expect(oauthOf(driver).revoke?.(token, {})).resolves.toBeUndefined();
      });
    });

    describe('refreshing', () => {
      const app = options.refreshingApp ?? sandboxApp;
      let refreshing: PlatformDriver;
      beforeEach(async () => {
        if (options.refreshingApp) {
          await control.registerApp({ ...app, redirectUris: [REDIRECT_URI], partner: true });
          secrets.add(app.clientSecret);
        }
        refreshing = createDriver(app, baseUrl());
      });
      const refresh = (token: string, call: CallContext = {}): Promise<TokenSet> =>
        oauthOf(refreshing).refresh?.(token, call) ?? Promise.reject(new Error('this driver cannot refresh'));

      it('gets a new access token that publishes', async () => {
        const { tokens, account } = await connectAccount(refreshing);
        const fresh = await refresh(tokens.refreshToken ?? '');
        expect(fresh.accessToken).not.toBe(tokens.accessToken);
        expect(fresh.refreshToken).not.toBeNull();
        const post = { text: 'published with a refreshed token', media: [], meta: {} };
        await refreshing.publish(post, { ...account, accessToken: fresh.accessToken }, {});
        expect(await control.acceptedPosts()).toHaveLength(1);
      });

      it('asks to reconnect when the grant is dead', async () => {
        const { tokens } = await connectAccount(refreshing);
        secrets.add(tokens.refreshToken ?? 'none');
        await control.fault({ operation: 'refresh', kind: 'invalid-grant' });
        const error = await failureOf(refresh(tokens.refreshToken ?? ''));
        expect(error).toMatchObject({ kind: 'reconnect', code: 'reconnect_required' });
      });

      it.each(HARMLESS_FAULTS)('keeps the connection when refreshing is broken by %s', async (kind, expected) => {
        const { tokens } = await connectAccount(refreshing);
        secrets.add(tokens.refreshToken ?? 'none');
        await control.fault({ operation: 'refresh', kind });
        expect((await failureOf(refresh(tokens.refreshToken ?? '', callFor(kind)))).kind).toBe(expected);
      });
    });

    describe('publishing', () => {
      const publish = (connection: Connection, text: string, call: CallContext = {}) =>
        driver.publish({ text, media: [], meta: {} }, connection.account, call);

      it('gives the id and the address of what the network holds', async () => {
        const { platformPostId, url } = await publish(await connect(), 'hello from the suite');
        expect(await control.acceptedPosts()).toMatchObject([
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
        let serial = 0;
        await fc.assert(
          fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
            const text = `${serial++} ${pieces.join('')}`.slice(0, 130).toWellFormed();
            const { platformPostId } = await publish(connection, text);
            const accepted = await control.acceptedPosts();
            expect(accepted.at(-1)).toMatchObject({ id: platformPostId, text });
          }),
          { numRuns: 120 },
        );
      }, 30_000);

      it('publishes at the limit, and is told by the network what is over it', async () => {
        const connection = await connect();
        const { max } = platformFacts(platform).text;
        await publish(connection, options.textOfLength(max));
        const error = await failureOf(publish(connection, options.textOfLength(max + 1)));
        expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: 400 });
        expect(await control.acceptedPosts()).toHaveLength(1);
      });

      it('publishes images with their bytes, up to the limit', async () => {
        const { account } = await connect();
        const { images: max } = platformFacts(platform).media;
        for (const count of [1, 2, max]) {
          const media = Array.from({ length: count }, (_, index) =>
            sampleImage({ shade: index, alt: `shade ${index}` }),
          );
          await driver.publish({ text: `${count} images`, media, meta: {} }, account, {});
          const accepted = (await control.acceptedPosts()).at(-1);
          expect(accepted?.media.map(({ sha256 }) => sha256)).toEqual(media.map(({ sha256 }) => sha256));
        }
      });

      it('sends nothing when there are too many images, or media it does not take', async () => {
        const { account } = await connect();
        const { images: max } = platformFacts(platform).media;
        const many = Array.from({ length: max + 1 }, (_, index) => sampleImage({ shade: index }));
        const video = { ...sampleImage({ shade: 1 }), kind: 'video', contentType: 'video/mp4' } as const;
        for (const media of [many, [video]]) {
          const error = await failureOf(driver.publish({ text: 'media', media, meta: {} }, account, {}));
          expect(error).toMatchObject({ kind: 'rejected', code: 'media_refused', status: null });
        }
        expect(await control.countRequests('upload')).toBe(0);
      });

      it('publishes nothing when an image cannot be uploaded', async () => {
        const { account } = await connect();
        for (const kind of ['server-error', 'timeout', 'garbage', 'drop'] as const) {
          await control.fault({ operation: 'upload', kind });
          const post = { text: 'with an image', media: [sampleImage({ shade: 7 })], meta: {} };
          expect((await failureOf(driver.publish(post, account, callFor(kind)))).kind).toBe('unavailable');
        }
        expect(await control.countRequests('publish')).toBe(0);
      });

      it('says nothing was published when the file itself cannot be read', async () => {
        const { account } = await connect();
        const short = { ...sampleImage({ shade: 7 }), bytes: 1_000 };
        const error = await failureOf(driver.publish({ text: 'short', media: [short], meta: {} }, account, {}));
        expect(error).toMatchObject({ kind: 'unavailable', code: 'media_unreachable' });
      });

      it('calls a repeated text a duplicate', async () => {
        const connection = await connect();
        const { platformPostId } = await publish(connection, 'said once');
        const error = await failureOf(publish(connection, 'said once'));
        expect(error).toMatchObject({ kind: 'rejected', code: 'duplicate_content' });
        expect([null, platformPostId]).toContain(error.duplicateOf);
        expect(await control.acceptedPosts()).toHaveLength(1);
        await driver.actions.deletePost?.(platformPostId, connection.account, {});
        const again = publish(connection, 'said once');
        if (options.duplicatesSurviveDeletion) expect((await failureOf(again)).code).toBe('duplicate_content');
        else await again;
      });

      it.each(PUBLISH_FAULTS)('ends %s as %s', async (kind, expected, code, acceptedCount) => {
        const connection = await connect();
        await control.fault({ operation: 'publish', kind });
        const text = `fault ${kind} ${randomBytes(4).toString('hex')}`;
        if (options.provenByHead.includes(kind)) {
          const { platformPostId } = await publish(connection, text, callFor(kind));
          expect(await control.acceptedPosts()).toMatchObject([{ id: platformPostId, text }]);
        } else {
          expect(await failureOf(publish(connection, text, callFor(kind)))).toMatchObject({ kind: expected, code });
          expect(await control.acceptedPosts()).toHaveLength(acceptedCount);
        }
        expect(await control.countRequests('publish')).toBe(1);
      });

      it('waits for a slow answer', async () => {
        const connection = await connect();
        await control.fault({ operation: 'publish', kind: 'slow', delayMs: 300 });
        await publish(connection, 'slow but sure', { timeoutMs: 5_000 });
        expect(await control.acceptedPosts()).toHaveLength(1);
      });

      it('says until when the network limits the account', async () => {
        const connection = await connect();
        await control.fault({ operation: 'publish', kind: 'rate-limit', retryAfterSeconds: 600 });
        const error = await failureOf(publish(connection, 'too much'));
        expect(error.retryAfterMs).toBeGreaterThan(590_000);
        expect(error.retryAfterMs).toBeLessThanOrEqual(601_000);
        expect(error.message).toMatch(/rate limiting .* until \d\d:\d\d UTC$/);
      });

      it('knows that nothing was sent when nobody listens', async () => {
        const { account } = await connect();
        const port = await freePort();
        const unplugged = createDriver(sandboxApp, `http://127.0.0.1:${port}`);
        const error = await failureOf(unplugged.publish({ text: 'nobody', media: [], meta: {} }, account, {}));
        expect(error).toMatchObject({ kind: 'unavailable', code: 'network_unavailable', status: null });
        expect(error.message).toContain('nothing was done');
      });

      it('stops when its caller stops', async () => {
        const connection = await connect();
        await control.fault({ operation: 'publish', kind: 'timeout' });
        const early = await failureOf(publish(connection, 'stopped before', { signal: AbortSignal.abort() }));
        expect(early.kind).toBe('unavailable');
        const late = await failureOf(publish(connection, 'stopped after', { signal: AbortSignal.timeout(200) }));
        expect(late.kind).toBe('outcome-unknown');
      });
    });

    describe('deleting', () => {
      it('deletes a post, and deleting it again succeeds', async () => {
        const { account } = await connect();
        const { platformPostId } = await driver.publish({ text: 'short-lived', media: [], meta: {} }, account, {});
        await driver.actions.deletePost?.(platformPostId, account, {});
        await driver.actions.deletePost?.(platformPostId, account, {});
        expect(await control.acceptedPosts()).toMatchObject([{ deletedAt: expect.any(String) }]);
      });

      it('does not know whether a lost deletion happened', async () => {
        const { account } = await connect();
        const { platformPostId } = await driver.publish({ text: 'short-lived', media: [], meta: {} }, account, {});
        await control.fault({ operation: 'delete', kind: 'accept-then-drop' });
        const error = await failureOf(driver.actions.deletePost?.(platformPostId, account, {}) ?? Promise.resolve());
        expect(error.kind).toBe('outcome-unknown');
      });

      it('refuses an id that is none without asking the network', async () => {
        const { account } = await connect();
        const error = await failureOf(driver.actions.deletePost?.('../users', account, {}) ?? Promise.resolve());
        expect(error).toMatchObject({ kind: 'rejected', code: 'invalid_request', status: null });
      });
    });

    if (extra) {
      describe('what only this network has', () => {
        extra({ driver: () => driver, control: () => control, connect, failureOf });
      });
    }
  });
}

function oauthOf(driver: PlatformDriver): OAuthCapability {
  if (!driver.oauth) throw new Error(`${driver.network} has no browser flow`);
  return driver.oauth;
}

/** Sends the "browser" to the authorize page, which sends it straight back. */
async function authorize(driver: PlatformDriver, codeVerifier: string): Promise<string> {
  const state = randomBytes(16).toString('base64url');
  const page = await oauthOf(driver).authorizeUrl({ redirectUri: REDIRECT_URI, state, codeVerifier });
  const response = await fetch(page, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? 'missing:');
  expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI);
  expect(back.searchParams.get('state')).toBe(state);
  return back.searchParams.get('code') ?? '';
}

async function connectAccount(driver: PlatformDriver): Promise<Connection> {
  const codeVerifier = randomBytes(32).toString('base64url');
  const code = await authorize(driver, codeVerifier);
  const oauth = oauthOf(driver);
  const tokens = await oauth.exchangeCode({ code, redirectUri: REDIRECT_URI, codeVerifier }, {});
  const [option] = await oauth.listAccounts(tokens.accessToken, {});
  if (!option) throw new Error('no account was offered');
  const { accountId, username, accountUrn } = option;
  return { account: { accountId, username, accountUrn, accessToken: tokens.accessToken }, tokens };
}

/** Everything of an error that could reach a log: its fields, its stack, and the same of its causes. */
function everythingIn(error: Error): string {
  const own = `${error.stack} ${JSON.stringify(Object.entries(error))}`;
  return error.cause instanceof Error ? `${own} ${everythingIn(error.cause)}` : own;
}
