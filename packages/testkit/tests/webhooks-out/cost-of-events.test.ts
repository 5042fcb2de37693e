import { statSync } from 'node:fs';
import { join } from 'node:path';
import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

// The server's signs of life are writes too.
const { stack, workspace } = useStack({ connect: ['profnet'], config: { workerLeaseMs: 900_000 } });

/** A page in the log has a header of its own. */
const FRAME_BYTES = 4_096 + 24;
const PUBLISHES = 30;

/** Publishes once. @returns number of pages that it has written to the log, which is not copied into the file so early */
async function pagesOfPublish(): Promise<number> {
  const bytes = () => statSync(join(stack.dataDir, 'social.db-wal')).size;
  const before = bytes();
  await workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  return (bytes() - before) / FRAME_BYTES;
}

/** Switches the recording of events. No endpoint wants them, so that no delivery writes beside them. */
const record = (kinds: string) =>
  stack.query(`update workspace set event_kinds = ${kinds} where id = '${workspace.workspaceId}'`);

test('an event is recorded with at most two pages more, each written in two calls', async () => {
  // Begins the log anew.
  await stack.restart();
  await pagesOfPublish();
  const [without, withEvent]: [number[], number[]] = [[], []];
  for (let n = 0; n < PUBLISHES; n++) {
    await record('null');
    without.push(await pagesOfPublish());
    await record(`'*'`);
    withEvent.push(await pagesOfPublish());
  }
  const [{ events }] = (await stack.query('select count(*) as events from webhook_event')) as [{ events: number }];
  expect(Number(events)).toBe(PUBLISHES);
  const more = median(withEvent) - median(without);
  expect([1, 2], `${without} without, ${withEvent} with`).toContain(more);
});

/** Half of the publishes write fewer pages. Some write more, because a page was full. */
function median(counts: readonly number[]): number {
  return counts.toSorted((one, other) => one - other)[Math.floor(counts.length / 2)] ?? 0;
}
