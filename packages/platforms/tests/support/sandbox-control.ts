import type {
  AcceptedPost,
  FaultKind,
  NetworkId,
  NewAccount,
  NewApp,
  Operation,
  PostCounters,
  Sandbox,
  SettingsChanges,
} from '@social/sandbox';

/** Control calls of a running sandbox, for one network. */
export interface SandboxControl extends Pick<Sandbox, 'clearFaults'> {
  /** Empties the sandbox; its authorize page then redirects straight back. */
  reset(): Promise<void>;
  fault(fault: {
    operation: Operation;
    kind: FaultKind;
    times?: number;
    retryAfterSeconds?: number;
    delayMs?: number;
  }): Promise<void>;
  setCounters(post: Omit<PostCounters, 'network'>): Promise<void>;
  set(settings: SettingsChanges): Promise<void>;
  acceptedPosts(): Promise<AcceptedPost[]>;
  /** Counts the calls of an operation that the network has seen. */
  countRequests(operation: Operation): Promise<number>;
  registerApp(app: Omit<NewApp, 'network'>): Promise<void>;
  addAccount(account: Omit<NewAccount, 'network'>): Promise<void>;
}

/** Narrows the controls of a sandbox to one network; `holder` holds its posts where that is another one. */
export function controlSandbox(sandbox: Sandbox, network: NetworkId, holder = network): SandboxControl {
  return {
    clearFaults: sandbox.clearFaults,
    reset: async () => {
      await sandbox.reset();
      await sandbox.settings({ autoApprove: true });
    },
    fault: (fault) => sandbox.fault({ network, ...fault }),
    setCounters: (post) => sandbox.setCounters({ network: holder, ...post }),
    set: async (settings) => void (await sandbox.settings(settings)),
    acceptedPosts: () => sandbox.posts(holder),
    countRequests: async (operation) =>
      (await sandbox.requests(network)).filter((request) => request.operation === operation).length,
    registerApp: (app) => sandbox.addApp({ network, ...app }),
    addAccount: async (account) => void (await sandbox.addAccount({ network, ...account })),
  };
}
