import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { nameAmong } from '@social/post-input';
import { oneLine } from '@social/post-input/report';
import * as z from 'zod';
import type { Calls } from '../calls.ts';
import { findId, POST_ID } from './read-posts.ts';

/** The tool `get_counters`. It never asks a network that charges for it. */
export function registerGetCounters(server: McpServer, calls: Calls): void {
  const config = {
    title: 'See how a post did',
    description:
      'Shows what each network counts about a published post, in its own words: likes, replies, reposts, views. A network that tells nothing is listed with the reason.',
    inputSchema: z.strictObject({ id: POST_ID }),
    annotations: { readOnlyHint: true, openWorldHint: true },
  };
  server.registerTool('get_counters', config, (given, extra) =>
    calls.answer(extra, async (call) => {
      const id = await findId(call, given.id);
      const { client, signal } = call;
      const read = await client.counters.getPostCounters({ id }, { signal });
      const lines = read.readings.map((reading) => {
        const { counters, readAt, note } = reading;
        const numbers = counters.map(({ label, value }) => `${label} ${value}`).join(', ');
        const when = readAt === null ? 'never read' : `read ${readAt}`;
        return `${nameAmong(read.readings, reading)}: ${[numbers, when, oneLine(note ?? '')].filter((part) => part !== '').join('; ')}`;
      });
      return { data: read, text: lines.length > 0 ? lines.join('\n') : 'The post is not published on any platform' };
    }),
  );
}
