import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { parsePostTime, timeOf } from '@social/post-input';
import * as z from 'zod';
import type { Calls } from '../calls.ts';
import { describePost } from '../post-text.ts';
import { findId, POST_ID } from './read-posts.ts';

/** The tool `cancel_post`. */
export function registerCancelPost(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Cancel a scheduled post',
    description: 'Cancels a scheduled post for good. A published post stays.',
    inputSchema: z.strictObject({ id: POST_ID }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  };
  server.registerTool('cancel_post', config, (given, extra) =>
    calls.answer(extra, async (call) => {
      const { client, signal } = call;
      const id = await findId(call, given.id);
      const post = await client.posts.cancelPost({ id }, { signal });
      return { data: post, text: `Post ${id} is canceled; nothing will be sent.` };
    }),
  );
}

/** The tool `reschedule_post`. */
export function registerReschedulePost(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Move a scheduled post',
    description: 'Moves a scheduled post to another time, or to the next free slot of its profile.',
    inputSchema: z.strictObject({
      id: POST_ID,
      scheduledFor: z.string().max(40).describe('RFC 3339 with an offset: 2026-12-01T09:00:00Z; or next, for a slot'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  };
  server.registerTool('reschedule_post', config, (given, extra) =>
    calls.answer(extra, async (call) => {
      const { client, signal } = call;
      const { scheduledFor, slot } = timeOf(parsePostTime(given.scheduledFor, false, 'scheduledFor'));
      const id = await findId(call, given.id);
      const post = await client.posts.updatePost({ id, scheduledFor, slot }, { signal });
      return { data: post, text: describePost(post) };
    }),
  );
}

/** The tool `retry_post`. */
export function registerRetryPost(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Send what failed again',
    description:
      'Sends a post again to the platforms that definitely failed, never to one where it is published or its outcome is unknown.',
    inputSchema: z.strictObject({ id: POST_ID }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  };
  server.registerTool('retry_post', config, (given, extra) =>
    calls.answer(extra, async (call) => {
      const { client, signal } = call;
      const id = await findId(call, given.id);
      const post = await client.posts.retryPost({ id }, { signal });
      return { data: post, text: describePost(post) };
    }),
  );
}
