/** A post that a simulated network has accepted, as its readers see it. */
export interface AcceptedPost {
  readonly network: string;
  readonly id: string;
  readonly account: string;
  readonly text: string;
  readonly replyToId: string | null;
  readonly media: readonly { type: string; bytes: number; sha256: string }[];
  readonly createdAt: string;
  readonly deletedAt: string | null;
}

/** A request that a simulated network has seen. */
export interface SeenRequest {
  readonly network: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** A fault to switch on. */
export interface Fault {
  readonly network: string;
  readonly operation: string;
  readonly kind: string;
  readonly times?: number;
  readonly retryAfterSeconds?: number;
  readonly delayMs?: number;
}

export type SandboxControl = ReturnType<typeof createSandboxControl>;

/** The sandbox's control calls. */
export function createSandboxControl(url: string) {
  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${url}/_sandbox/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${method} ${path}: ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }
  return {
    posts: async (network?: string) =>
      (await call<{ posts: AcceptedPost[] }>('GET', `posts${network ? `?network=${network}` : ''}`)).posts,
    requests: async (network?: string) =>
      (await call<{ requests: SeenRequest[] }>('GET', `requests${network ? `?network=${network}` : ''}`)).requests,
    fault: (fault: Fault) => call('POST', 'faults', fault),
    clearFaults: () => call('DELETE', 'faults'),
    settings: (settings: object) => call('PUT', 'settings', settings),
    reset: () => call('POST', 'reset'),
    addAccount: (account: object) => call('POST', 'accounts', account),
  };
}
