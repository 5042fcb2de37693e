import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { byAccount, findProfile } from '@social/post-input';
import { countOf, oneLine } from '@social/post-input/report';
import * as z from 'zod';
import type { Calls } from '../calls.ts';

const READS = { readOnlyHint: true, openWorldHint: false };

/** The tool `connection_status`. */
export function registerConnectionStatus(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Connected accounts',
    description: 'Tells which platforms a profile is connected to, as whom, and which a person has to connect again.',
    inputSchema: z.strictObject({
      profile: z.string().optional().describe('Slug of a profile; left out, the one in use'),
    }),
    annotations: READS,
  };
  server.registerTool('connection_status', config, (given, extra) =>
    calls.answer(extra, async ({ client, profile, signal }) => {
      const slug = given.profile ?? profile;
      const profileId = slug === undefined ? undefined : (await findProfile(client, slug, signal)).id;
      const connections = await client.connections.getConnectionStatus({ profileId }, { signal });
      const lines = byAccount(connections).map(({ target, connection, isDefault }) => {
        const { state, username, displayName, expiresAt, configured, warning } = connection;
        const parts = [
          state.replaceAll('_', ' '),
          username ?? displayName ?? '',
          expiresAt === null ? '' : `until ${expiresAt}`,
          configured ? '' : 'not set up on this server',
          warning ?? '',
        ];
        return `${target}${isDefault ? ' (default)' : ''}: ${oneLine(parts.filter((part) => part !== '').join(', '))}`;
      });
      return { data: connections, text: lines.join('\n') };
    }),
  );
}

/** The tool `usage`. */
export function registerUsage(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Plan and credits',
    description: 'Tells the plan, the credits that are left and the latest charges.',
    inputSchema: z.strictObject({}),
    annotations: READS,
  };
  server.registerTool('usage', config, (_given, extra) =>
    calls.answer(extra, async ({ client, signal }) => {
      const usage = await client.usage.getUsage({}, { signal });
      const { available, used, monthlyAllowance, resetAt } = usage.credits;
      const text = `Plan ${oneLine(usage.plan.label)}: ${countOf(available, 'credit')} available, ${used} of ${monthlyAllowance} used, reset at ${resetAt}`;
      return { data: usage, text };
    }),
  );
}
