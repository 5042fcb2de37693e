import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { SocialClient } from '@social/sdk';
import { type Context, createContext } from '../../lib/context.ts';
import { describeToolFailure } from './tool-failure.ts';

/** What a tool works with. */
export interface ToolCall {
  readonly client: SocialClient;
  readonly context: Context;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
}

/** What a tool found: for programs, and in words. */
export interface ToolAnswer {
  readonly data: object;
  readonly text: string;
  /** Whether nothing of what was asked for was done. */
  readonly isError?: boolean;
}

export interface Calls {
  /** Does the work of a tool. A failure becomes its result, as the protocol has it; nothing is thrown. */
  answer(
    extra: { readonly signal: AbortSignal },
    work: (call: ToolCall) => Promise<ToolAnswer>,
  ): Promise<CallToolResult>;
  /** Resolves when every call so far is answered. */
  settled(): Promise<void>;
}

/** Calls of one client. Server and key are those of the first call that has both: they do not change under way. */
export function createCalls({ io, argv, flags }: Context): Calls {
  let opened: Omit<ToolCall, 'signal'> | undefined;
  const running = new Set<Promise<unknown>>();
  let isWarned = false;
  const warnOnce = async (context: Context) => {
    if (isWarned) return;
    isWarned = true;
    await context.warnOfVersion();
  };
  const open = async () => {
    // Who signs in after the start of this program need not start it again.
    const context = createContext(io, argv, flags);
    opened ??= { context, client: await context.client() };
    return opened;
  };
  return {
    async answer({ signal }, work) {
      const answering = open()
        .then(async (call) => {
          const result = resultOf(await work({ ...call, signal }));
          await warnOnce(call.context);
          return result;
        })
        .catch(describeToolFailure);
      running.add(answering);
      return await answering.finally(() => running.delete(answering));
    },
    async settled() {
      await Promise.allSettled(running);
      // What follows an answer, up to writing it, takes no longer than this turn.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function resultOf({ data, text, isError = false }: ToolAnswer): CallToolResult {
  return { structuredContent: { ...data }, content: [{ type: 'text', text }], isError };
}
