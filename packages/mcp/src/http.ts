import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createClient } from '@social/sdk';
import { createToolServer } from './tool-server.ts';

/** One message of the protocol, as it came in a request. */
export interface Message {
  readonly body: object;
  /** Header `MCP-Protocol-Version` of the request. */
  readonly protocolVersion: string | undefined;
}

/** The caller of a message, and the API that its tools call. */
export interface ToolCaller {
  readonly apiKey: string;
  /** Address of the API. */
  readonly baseUrl: string;
  /** Sends the calls of the tools. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Version of the program that serves the tools. */
  readonly version: string;
  /** Set for a caller that is offered the tools that publish, cancel, reschedule and retry, too. */
  readonly mayWrite: boolean;
  /** Set for a caller that is offered a tool that stores drafts, where it may not write. */
  readonly mayDraft: boolean;
}

/** The answer to a message: to a request, to a notification, or to what is no message of the protocol. */
export type MessageAnswer =
  | { readonly kind: 'answered'; readonly body: Readonly<Record<string, unknown>> }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly problem: string };

const READ_ONLY = 'No tool here changes anything. To allow publishing, a person makes an API key that may publish.';

/**
 * Answers one message over streamable HTTP. Nothing is kept for the next one.
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports
 */
export async function answerMessage({ body, protocolVersion }: Message, caller: ToolCaller): Promise<MessageAnswer> {
  const { apiKey, baseUrl, fetch, version, mayWrite, mayDraft } = caller;
  const server = createToolServer({
    version,
    mayWrite,
    mayDraft,
    whyReadOnly: READ_ONLY,
    open: async () => ({
      client: createClient({ apiKey, baseUrl, fetch, userAgent: `social-mcp/${version}` }),
      profile: undefined,
    }),
  });
  // Without a generator of ids there is no session.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await readAnswer(await transport.handleRequest(requestOf(baseUrl, protocolVersion), { parsedBody: body }));
  } finally {
    await server.close();
  }
}

/** The request as the transport needs it. Its body is parsed already. */
function requestOf(baseUrl: string, protocolVersion: string | undefined): Request {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const agreed = protocolVersion === undefined ? {} : { 'MCP-Protocol-Version': protocolVersion };
  return new Request(new URL('/mcp', baseUrl), { method: 'POST', headers: { ...headers, ...agreed } });
}

async function readAnswer(response: Response): Promise<MessageAnswer> {
  if (response.status === 202) return { kind: 'accepted' };
  const body = (await response.json()) as { readonly error?: { readonly message?: string } };
  if (response.ok) return { kind: 'answered', body: { ...body } };
  return { kind: 'refused', problem: body.error?.message ?? 'The message is not accepted' };
}
