import type { Scope } from '@social/types';
import { AppError } from '../../errors.ts';
import { VERSION } from '../../version.ts';
import { bearerOf } from '../callers/authenticate.ts';
import type { Principal } from '../callers/principal.ts';
import type { InnerFetch } from '../listener/inner-fetch.ts';
import type { HandlersOf } from '../operations/operation-types.ts';

/** The tools for agents. */
export function mcpRoutes(deps: { baseUrl: string; innerFetch: InnerFetch }): HandlersOf<'mcp'> {
  const { baseUrl, innerFetch } = deps;
  return {
    async callMcp({ body, principal, http }) {
      // Loaded by the first message: a server without agents does not need the library of the protocol.
      const { answerMessage } = await import('@social/mcp/http');
      const message = { body, protocolVersion: http.header('MCP-Protocol-Version') };
      const answer = await answerMessage(message, {
        apiKey: bearerOf(http.header('Authorization') ?? ''),
        baseUrl,
        fetch: (request) => innerFetch(request, http.client),
        version: VERSION,
        mayWrite: hasScope(principal, 'publish'),
        mayDraft: hasScope(principal, 'draft'),
      });
      if (answer.kind === 'refused') throw new AppError('invalid_request', `${answer.problem}. Nothing was done`);
      return answer.kind === 'accepted' ? { status: 202, isEmpty: true } : { status: 200, body: answer.body };
    },
  };
}

/** A key that may not publish is offered a tool that stores drafts, one that may not draft either only the tools that read. */
function hasScope({ rights }: Principal, scope: Scope): boolean {
  return rights.scopes.includes(scope);
}
