import { type NetworkId, type Sandbox, sandboxApp, startSandbox } from '@social/sandbox';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type {
  Checkpoint,
  ConnectedAccount,
  OutgoingMedia,
  PlatformDriver,
  PublishContext,
  PublishProgress,
} from '../../src/index.ts';
import { connectAccount } from '../suite/browser-flow.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { controlSandbox, type SandboxControl } from './sandbox-control.ts';
import { registrationOf, rejectionOf } from './stub-network.ts';

/** A driver at a sandbox, with a connected account. The members are there once a test runs. */
export interface SandboxedDriver {
  sandbox: Sandbox;
  /** Stands between driver and sandbox, and cuts connections on demand. */
  proxy: CuttingProxy;
  driver: PlatformDriver;
  account: ConnectedAccount;
  control: SandboxControl;
  /** Milliseconds by which the sandbox's clock is ahead; 0 at the start of each test. */
  aheadMs: number;
  /** Empties the sandbox and connects the account again. */
  restart(): Promise<void>;
  /** Publishes, and records the checkpoints and the progress. */
  publish(media: OutgoingMedia | readonly OutgoingMedia[], call?: PublishContext, post?: PartialPost): Recorded;
  /** Expects that the network has accepted exactly one post, with exactly this file. */
  expectOnce(file: OutgoingMedia): Promise<void>;
}

interface PartialPost {
  readonly text?: string;
  readonly settings?: Record<string, unknown>;
  readonly replyTo?: string;
}

/** A publish, and the calls it has made to its context so far. */
export interface Recorded {
  readonly result: ReturnType<PlatformDriver['publish']>;
  readonly checkpoints: Checkpoint[];
  readonly progress: PublishProgress[];
}

/** Runs a sandbox for the tests of a file or block, and empties it before each of them. */
export function useSandboxedDriver(network: string, twin?: { called: NetworkId; posts: NetworkId }): SandboxedDriver {
  const registration = registrationOf(network);
  const { called, posts } = twin ?? { called: network as NetworkId, posts: network as NetworkId };
  const given: Omit<SandboxedDriver, 'sandbox' | 'proxy' | 'driver' | 'account' | 'control'> = {
    aheadMs: 0,
    restart: async () => {
      await used.control.reset();
      used.account = (await connectAccount(used.driver)).account;
    },
    publish: (media, call = {}, post = {}) => {
      const checkpoints: Checkpoint[] = [];
      const progress: PublishProgress[] = [];
      const content = { text: 'a post', settings: {}, ...post, media: [media].flat() };
      const result = used.driver.publish(content, used.account, {
        ...call,
        saveCheckpoint: async (checkpoint) => {
          checkpoints.push(checkpoint);
          await call.saveCheckpoint?.(checkpoint);
        },
        onProgress: (step) => {
          progress.push(step);
          call.onProgress?.(step);
        },
      });
      return { result, checkpoints, progress };
    },
    expectOnce: async ({ bytes, sha256 }) => {
      const accepted = await used.control.acceptedPosts();
      expect(accepted).toMatchObject([{ media: [{ bytes, sha256 }] }]);
      expect(accepted).toHaveLength(1);
    },
  };
  const used = given as SandboxedDriver;
  beforeAll(async () => {
    used.sandbox = await startSandbox({ clock: () => Date.now() + used.aheadMs });
    used.proxy = await startCuttingProxy(used.sandbox.url);
    const base = `${used.proxy.url}${registration.sandboxPath}`;
    used.driver = registration.create({ ...sandboxApp, apiUrl: base, oauthUrl: base });
    used.control = controlSandbox(used.sandbox, called, posts);
  });
  beforeEach(async () => {
    used.aheadMs = 0;
    used.proxy.cutAt();
    await used.restart();
  });
  afterAll(async () => {
    await used.proxy[Symbol.asyncDispose]();
    await used.sandbox.close();
  });
  return used;
}

/** Publishes until `isReached`, as a process that then ends would; returns the failure and the last checkpoint. */
export async function interruptPublish(
  { publish }: Pick<SandboxedDriver, 'publish'>,
  file: OutgoingMedia,
  isReached: (progress: PublishProgress) => boolean = () => true,
): Promise<{ error: unknown; checkpoint: Checkpoint }> {
  const stop = new AbortController();
  const onProgress = (step: PublishProgress): void => {
    if (isReached(step)) stop.abort();
  };
  const { result, checkpoints } = publish(file, { signal: stop.signal, onProgress });
  const error = await rejectionOf(result);
  return { error, checkpoint: checkpoints.at(-1) ?? expect.fail('no checkpoint was stored') };
}
