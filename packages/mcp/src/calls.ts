import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { SocialClient } from '@social/sdk';
import { describeToolFailure } from './tool-failure.ts';

/** The server, key and profile that tools work with. */
export interface ToolSession {
  readonly client: SocialClient;
  /** Slug of the profile for calls that name none; undefined for the default profile. */
  readonly profile: string | undefined;
  /** Runs after the first call that succeeds. */
  onFirstAnswer?(): Promise<void>;
}

/** One call of a tool. */
export interface ToolCall extends Pick<ToolSession, 'client' | 'profile'> {
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal;
}

/** The result of a tool: for programs, and in words. */
export interface ToolAnswer {
  readonly data: object;
  readonly text: string;
  /** Set when nothing that was asked for was done. */
  readonly isError?: boolean;
}

export interface Calls {
  /** Does the work of a tool. An error is answered as the protocol has it and never thrown. */
  answer(
    extra: { readonly signal: AbortSignal },
    work: (call: ToolCall) => Promise<ToolAnswer>,
  ): Promise<CallToolResult>;
  /** Resolves when every call so far is answered. */
  settled(): Promise<void>;
}

/**
 * Calls of one caller.
 * @param open opens the session. A call tries again when the call before it could not, so that a user may sign in later;
 * the first session that opens serves all further calls.
 */
export function createCalls(open: () => Promise<ToolSession>): Calls {
  let session: ToolSession | undefined;
  const running = new Set<Promise<unknown>>();
  let isFirst = true;
  const answerOnce = async (signal: AbortSignal, work: (call: ToolCall) => Promise<ToolAnswer>) => {
    session ??= await open();
    const { data, text, isError = false } = await work({ ...session, signal });
    if (isFirst) {
      isFirst = false;
      await session.onFirstAnswer?.();
    }
    return { structuredContent: { ...data }, content: [{ type: 'text' as const, text }], isError };
  };
  return {
    async answer({ signal }, work) {
      const answering = answerOnce(signal, work).catch(describeToolFailure);
      running.add(answering);
      return await answering.finally(() => running.delete(answering));
    },
    async settled() {
      await Promise.allSettled(running);
      // The protocol writes an answer within the same turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
