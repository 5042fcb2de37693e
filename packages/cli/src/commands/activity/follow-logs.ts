import type { Input, Schema, SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { isPassing } from '../../lib/failure.ts';
import { safeJson } from '../../lib/text/terminal-text.ts';
import { readNames } from './log-accounts.ts';
import { cellsOf } from './log-line.ts';

const POLL_EVERY_MS = 2000;
const PAGE = 50;
/** Most entries that one poll prints. After days of sleep the command skips to the newest ones. */
const MAX_MISSED = 1000;
/** Widths in columns that fit nearly all values; a longer value moves only the cells after it. */
const WIDTHS = [17, 21, 10, 16, 8];

type Entry = Schema<'LogEntry'>;
type Filter = Pick<Input<'listLogs'>, 'action' | 'status' | 'profile' | 'platform'>;

/**
 * Prints the newest entries and then each new one, the oldest first, until Ctrl-C or until the reader has gone. Polling
 * survives restarts of the server and proxies that hold streams back.
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
    // Ctrl-C is the normal end.
    if (io.signal.aborted) return EXIT.interrupted;
    throw error;
  }
}

async function readPage(client: SocialClient, signal: AbortSignal, input: Input<'listLogs'>): Promise<Entry[]> {
  return (await client.logs.listLogs(input, { signal })).logs;
}

/** The entries since the ones that were seen last, the oldest first. */
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
    // A new entry between two pages moves the others down, so that one may be in both.
    for (const entry of known === -1 ? page : page.slice(0, known)) fresh.set(entry.id, entry);
    if (known !== -1 || page.length < PAGE || seen.length === 0) break;
  }
  return [...fresh.values()].toReversed();
}

/** Prints entries. @returns the ids of the last ones, so that the next poll can leave them out */
async function print(context: Context, entries: readonly Entry[], before: string[]): Promise<string[]> {
  const { io, output } = context;
  const namePlatform = await readNames(context, output.isJson ? [] : entries);
  for (const entry of entries) {
    const cells = cellsOf(entry, namePlatform);
    const line = cells.map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0)).join('  ');
    io.stdout.write(`${output.isJson ? safeJson(entry, 0) : line.trimEnd()}\n`);
  }
  return [...before, ...entries.map(({ id }) => id)].slice(-PAGE);
}
