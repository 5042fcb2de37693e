import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { PLATFORMS } from '@social/types';

/** The resource `social://platforms`. */
export function registerPlatforms(server: McpServer): void {
  const uri = 'social://platforms';
  const mimeType = 'application/json';
  const about = { title: 'Platforms', description: 'What each platform takes and what it costs in credits', mimeType };
  server.registerResource('platforms', uri, about, () => ({
    contents: [{ uri, mimeType, text: JSON.stringify(PLATFORMS) }],
  }));
}
