import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ApiAnswer } from '../stack/api.ts';

/** Connects the official client of the Model Context Protocol. */
export async function openMcpClient(transport: Transport) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    async call(name: string, given: Record<string, unknown> = {}) {
      const result = (await client.callTool({ name, arguments: given })) as CallToolResult;
      const [first] = result.content;
      const text = first?.type === 'text' ? first.text : '';
      return { data: result.structuredContent as ApiAnswer['body'], text, isError: result.isError === true };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
