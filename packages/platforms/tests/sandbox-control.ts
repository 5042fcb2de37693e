import type { FaultKind, Operation } from './sandbox-vocabulary.ts';

/** A post of the sandbox's truth log: what was really accepted. */
interface AcceptedPost {
  readonly id: string;
  readonly account: string;
  readonly text: string;
  readonly replyToId: string | null;
  readonly media: readonly { readonly type: string; readonly bytes: number; readonly sha256: string }[];
  readonly deletedAt: string | null;
}

export interface SandboxControl {
  reset(): Promise<void>;
  fault(fault: {
    operation: Operation;
    kind: FaultKind;
    times?: number;
    retryAfterSeconds?: number;
    delayMs?: number;
  }): Promise<void>;
  clearFaults(): Promise<void>;
  set(settings: Record<string, unknown>): Promise<void>;
  acceptedPosts(): Promise<AcceptedPost[]>;
  /** How often the network was called for something. */
  countRequests(operation: Operation): Promise<number>;
  registerApp(app: Record<string, unknown>): Promise<void>;
  addAccount(account: Record<string, unknown>): Promise<void>;
}

/** The control calls of a running sandbox, for one network; `holder` holds its posts where that is another one. */
export function controlSandbox(sandboxUrl: string, network: string, holder = network): SandboxControl {
  async function control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${sandboxUrl}/_sandbox${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }
  return {
    reset: async () => {
      await control('POST', '/reset');
      await control('PUT', '/settings', { autoApprove: true });
    },
    fault: async (fault) => void (await control('POST', '/faults', { network, ...fault })),
    clearFaults: async () => void (await control('DELETE', '/faults')),
    set: async (settings) => void (await control('PUT', '/settings', settings)),
    acceptedPosts: async () => {
      const { posts } = (await control('GET', `/posts?network=${holder}`)) as { posts: AcceptedPost[] };
      return posts;
    },
    countRequests: async (operation) => {
      const answer = await control('GET', `/requests?network=${network}`);
      const { requests } = answer as { requests: { operation: string }[] };
      return requests.filter((request) => request.operation === operation).length;
    },
    registerApp: async (app) => void (await control('POST', '/apps', { network, ...app })),
    addAccount: async (account) => void (await control('POST', '/accounts', { network, ...account })),
  };
}
