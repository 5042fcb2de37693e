/** A moment in which an operation or a job kept everything else on the server from running. */
interface Hold {
  readonly operation: string;
  readonly milliseconds: number;
  /** Of the server's main thread. A busy machine raises only the milliseconds. */
  readonly processorMilliseconds: number;
}

const LONG_MS = 250;

/** Reads from the lines of a server's log what has held its event loop for long. */
export function readHolds(log: string): Hold[] {
  return log
    .split('\n')
    .filter((line) => line.includes('the event loop was held'))
    .map((line) => JSON.parse(line) as Hold)
    .filter(({ milliseconds, processorMilliseconds }) => {
      // The server begins to count the processor's time up to 50 ms before the hold.
      return Math.min(milliseconds, processorMilliseconds) > LONG_MS;
    });
}

/** Names each attack that came with holds once, with the longest one, and what the server has blamed for them. */
export function summarize(holds: readonly (Hold & { readonly attack: string })[]) {
  return [...Map.groupBy(holds, ({ attack }) => attack)].map(([attack, all]) => ({
    attack,
    held: all.length,
    mostProcessorMilliseconds: Math.max(...all.map(({ processorMilliseconds }) => processorMilliseconds)),
    operations: [...new Set(all.map(({ operation }) => operation))],
  }));
}
