import { type NetworkId, type Sandbox, sandboxApp, startSandbox } from '@social/sandbox';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'vitest';
import { PlatformError } from '../../src/index.ts';
import { controlSandbox } from '../support/sandbox-control.ts';
import { connectAccount } from './browser-flow.ts';
import { describeConnecting } from './connecting.ts';
import { type DriverSuiteOptions, postOf, type SuiteContext } from './context.ts';
import { describeCounting } from './counting.ts';
import { describeDeleting } from './deleting.ts';
import { describeOwnPosts } from './own-posts.ts';
import { connectPasted, describePasting } from './pasting.ts';
import { describePublishing } from './publishing.ts';
import { describeRefreshing } from './refreshing.ts';

/** The behaviour every driver must show against its network's sandbox twin. `extra` adds the network's own. */
export function testPlatformDriver(options: DriverSuiteOptions, extra?: (context: SuiteContext) => void): void {
  const { registration } = options;
  const actual = registration.create(sandboxApp);
  const secrets = new Set<string>([sandboxApp.clientSecret]);
  const own = registration.network as NetworkId;
  const twin = options.twin ?? { called: own, posts: own };
  let sandbox: Sandbox;
  let skewMs = 0;

  const context: SuiteContext = {
    options,
    driver: () => context.createDriver(sandboxApp),
    createDriver: (app, base = `${sandbox.url}${registration.sandboxPath}`) =>
      registration.create({ ...app, apiUrl: base, oauthUrl: base }),
    control: () => controlSandbox(sandbox, twin.called, twin.posts),
    letPass: (ms) => {
      skewMs += ms;
    },
    sandboxUrl: () => sandbox.url,
    keepSecret: (value) => {
      if (value) secrets.add(value);
    },
    connect: async () => {
      const { credential } = options;
      const connection = await (credential
        ? connectPasted(context.driver(), credential.right)
        : connectAccount(context.driver()));
      context.keepSecret(connection.tokens.accessToken);
      context.keepSecret(connection.account.accessToken);
      context.keepSecret(connection.tokens.refreshToken);
      return connection;
    },
    post: (text) => postOf(options, text),
    failureOf: async (work) => {
      const error = await work.then(
        (value) => expect.fail(`expected a failure, got ${JSON.stringify(value)}`),
        (reason: unknown) => reason,
      );
      if (!(error instanceof PlatformError)) throw error;
      expect(error.platform).toBe(registration.platform);
      expect(error.message).toMatch(/^[\w"].{10,300}$/);
      for (const secret of secrets) expect(everythingIn(error)).not.toContain(secret);
      return error;
    },
  };

  describe(`${registration.network} driver`, () => {
    beforeAll(async () => {
      sandbox = await startSandbox({ clock: () => Date.now() + skewMs });
    });
    beforeEach(() => context.control().reset());
    afterAll(() => sandbox.close());

    if (options.credential) describePasting(context, options.credential);
    else describeConnecting(context);
    if (actual.oauth?.refresh && !options.neverExpires) describeRefreshing(context);
    describePublishing(context);
    describeOwnPosts(context);
    if (options.hasDeletionTests ?? true) describeDeleting(context);
    describeCounting(context);
    if (extra) describe('what only this network has', () => extra(context));
  });
}

/** Everything of an error that could reach a log: its fields, its stack, and the same of its causes. */
function everythingIn(error: Error): string {
  const own = `${error.stack} ${JSON.stringify(Object.entries(error))}`;
  return error.cause instanceof Error ? `${own} ${everythingIn(error.cause)}` : own;
}
