import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createToolServer, type ToolSession } from '@social/mcp';
import { type Context, createContext } from '../../lib/context.ts';
import { Interrupted } from '../../lib/errors.ts';
import type { Io } from '../../lib/io.ts';
import { VERSION } from '../../lib/version.ts';

const READ_ONLY =
  'No tool here changes anything. To allow publishing, a person starts the command with --allow-writes.';

/** `social mcp`: answers until stdin ends, then finishes the calls that still run. */
export async function serveTools(context: Context, options: { readonly allowWrites?: boolean }): Promise<void> {
  const { io } = context;
  const mayWrite = options.allowWrites === true;
  const open = () => openSession(context);
  const server = createToolServer({ version: VERSION, mayWrite, whyReadOnly: READ_ONLY, open });
  const stdin = new Readable().wrap(io.stdin);
  await server.connect(new StdioServerTransport(stdin, writableOf(io)));
  await context.output.note(`social mcp ${VERSION}, ${mayWrite ? 'with writes' : 'read-only'}: ready`);
  // Ctrl-C destroys stdin.
  await finished(stdin).catch(() => undefined);
  if (!io.signal.aborted) await server.settled();
  await server.close();
  if (io.signal.aborted) throw new Interrupted('Interrupted');
}

/** Reads the stored configuration anew: a user may sign in after the start of this program. */
async function openSession({ io, argv, flags }: Context): Promise<ToolSession> {
  const context = createContext(io, argv, flags);
  const client = await context.client();
  return { client, profile: await context.profile(), onFirstAnswer: () => context.warnOfVersion() };
}

function writableOf({ stdout }: Io): Writable {
  return new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      stdout.write(text);
      done();
    },
  });
}
