import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../src/programs/server-process.ts';
import { startTimer } from '../../src/run/start-timer.ts';

/** A server of the benchmarks that records the SQL statements it executes. */
interface Recorded {
  readonly url: string;
  /** Returns the statements since the question before. */
  ask(question: string): Promise<string[]>;
}

const bench = new URL('../../../../bench/', import.meta.url);
const { startContenders } = await import(new URL('contenders.mjs', bench).href);
const { buildPublish, sendRequests } = await import(new URL('load.mjs', bench).href);
const { inRepository } = await import(new URL('programs.mjs', bench).href);
const { startSandbox } = await import(new URL('social-server.mjs', bench).href);

const BEGIN = 'begin immediate';
const COMMIT = 'commit';
/** Time for what a server still does after it has answered. */
const QUIET_MS = 100;
/** Time in which an idle server sends each statement at least once that it sends several times a second. */
const IDLE_MS = 1_000;
/** Publishes that are compared, since a sign of life may share the transaction of one. */
const ATTEMPTS = 5;

test('the reference of the benchmarks publishes with the statements of the server, and an event is one more', async () => {
  using directory = temporaryDirectory();
  const sandbox = await startSandbox();
  const preload = inRepository('bench/record-statements.mjs');
  const contenders = await startContenders({ directory: directory.path, sandboxUrl: sandbox.url, preload });
  const publish = async ({ url, ask }: Recorded) => {
    // The first use of an API key is stored with the key.
    for (let n = 0; n < 2; n++) {
      await delay(QUIET_MS);
      await ask('statements');
      await sendRequests(url, { count: 1, concurrency: 1, build: () => buildPublish(contenders) });
    }
    await delay(QUIET_MS);
    return ask('statements');
  };
  try {
    const byReference = (await publish(contenders.reference)).map(withoutQuotes);
    const whenIdle = await recordIdle(contenders.ours);
    let byServer: string[] = [];
    for (let attempt = 0; attempt < ATTEMPTS && !isDeepStrictEqual(byReference, byServer); attempt++) {
      byServer = withoutThose(whenIdle, await publish(contenders.ours)).map(withoutQuotes);
    }
    expect(byServer.filter((statement) => statement === COMMIT)).toHaveLength(2);
    expect(byReference).toEqual(byServer);
    // Somebody listens, so that the event of the post is recorded.
    await fetch(`${contenders.ours.url}/api/webhook-events`, {
      headers: { authorization: `Bearer ${contenders.workspace.apiKey}` },
    });
    const isEvent = (statement: string) => statement.startsWith('insert into webhook_event');
    let told: string[] = [];
    for (let attempt = 0; attempt < ATTEMPTS && told.length !== byServer.length + 1; attempt++) {
      told = withoutThose(whenIdle, await publish(contenders.ours)).map(withoutQuotes);
    }
    expect(told.filter((statement) => !isEvent(statement))).toEqual(byServer);
    expect(told.filter(isEvent)).toHaveLength(1);
  } finally {
    await contenders.stop();
    await sandbox.stop();
  }
});

/** Records an idle server for a while, and until it has executed what it executes every few seconds, which is a transaction. */
async function recordIdle({ ask }: Recorded): Promise<string[]> {
  const statements: string[] = [];
  await ask('statements');
  const isOver = startTimer(IDLE_MS);
  while (!isOver() || !statements.includes(COMMIT)) {
    await delay(QUIET_MS);
    statements.push(...(await ask('statements')));
  }
  return statements;
}

/** Leaves out statements of an idle server, with their transactions, and looks for due channels, which follow a change. */
function withoutThose(whenIdle: readonly string[], statements: readonly string[]): string[] {
  const isOwn = (each: string) => !whenIdle.includes(each) && !/ from "?channel"? /.test(each);
  const kept = statements.filter((each) => each === BEGIN || each === COMMIT || isOwn(each));
  const isEmpty = (at: number) => kept[at] === BEGIN && kept[at + 1] === COMMIT;
  return kept.filter((_, at) => !isEmpty(at) && !isEmpty(at - 1));
}

function withoutQuotes(statement: string): string {
  return statement.replaceAll('"', '');
}
