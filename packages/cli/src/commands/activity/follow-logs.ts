import type { Input, Schema, SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { isPassing } from '../../lib/failure.ts';
import { safeJson } from '../../lib/text/terminal-text.ts';
import { cellsOf } from './log-line.ts';

const POLL_EVERY_MS = 2000;
const PAGE = 50;
/** More at once than anybody reads; a command that was asleep for days goes on with the newest. */
const MAX_MISSED = 1000;
/** So wide are nearly all values; a longer one moves only what stands after it. */
const WIDTHS = [17, 21, 10, 16, 8];

type Entry = Schema<'LogEntry'>;
type Filter = Pick<Input<'listLogs'>, 'action' | 'status' | 'platform'>;

/**
 * Prints the newest entries and then each that comes, the oldest first, until Ctrl-C or nobody reads. It asks again and again, which a
 * restart of the server or a proxy that holds streams back cannot break; while the server is away it goes on asking.
 */
export async function followLogs(
  context: Context,
  client: SocialClient,
  filter: Filter,
  limit = 10,
): Promise<ExitCode> {
  const { io, output } = context;
  let newest: string[] = [];
  let isAway = false;
  try {
    newest = await print(context, (await readPage(client, io.signal, { ...filter, limit })).toReversed(), newest);
    while (!io.stdout.isUnread) {
      await io.sleep(POLL_EVERY_MS);
      try {
        newest = await print(context, await readSince(client, io.signal, filter, newest), newest);
        if (isAway) await output.note('The server answers again.');
        isAway = false;
      } catch (error) {
        io.signal.throwIfAborted();
        if (!isPassing(error)) throw error;
        if (!isAway) await output.note(`${(error as Error).message}; trying again until it answers …`);
        isAway = true;
      }
    }
    return EXIT.done;
  } catch (error) {
    // Ctrl-C is how this ends.
    if (io.signal.aborted) return EXIT.interrupted;
    throw error;
  }
}

async function readPage(client: SocialClient, signal: AbortSignal, input: Input<'listLogs'>): Promise<Entry[]> {
  return (await client.logs.listLogs(input, { signal })).logs;
}

/** What came after the entries that were seen last, the oldest first. */
async function readSince(
  client: SocialClient,
  signal: AbortSignal,
  filter: Filter,
  seen: readonly string[],
): Promise<Entry[]> {
  const fresh = new Map<string, Entry>();
  for (let offset = 0; offset < MAX_MISSED; offset += PAGE) {
    const page = await readPage(client, signal, { ...filter, limit: PAGE, offset });
    const known = page.findIndex(({ id }) => seen.includes(id));
    // An entry that comes between two pages moves the others down: one may be in both.
    for (const entry of known === -1 ? page : page.slice(0, known)) fresh.set(entry.id, entry);
    if (known !== -1 || page.length < PAGE || seen.length === 0) break;
  }
  return [...fresh.values()].toReversed();
}

/** Prints entries and answers with the ids of the last ones, by which the next are told from them. */
async function print({ io, output }: Context, entries: readonly Entry[], before: string[]): Promise<string[]> {
  for (const entry of entries) {
    const cells = cellsOf(entry);
    const line = cells.map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0)).join('  ');
    io.stdout.write(`${output.isJson ? safeJson(entry, 0) : line.trimEnd()}\n`);
  }
  return [...before, ...entries.map(({ id }) => id)].slice(-PAGE);
}
