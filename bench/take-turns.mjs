import { setTimeout as delay } from 'node:timers/promises';

/**
 * Measures both sides in turn, in windows, and returns the values of each side. A first round, whose values are dropped, warms up.
 * @param {string[]} order the sides of one round, back and forth, so that a drift of the machine weighs on both alike
 * @param {{cycles: number, settleMs: number}} size
 * @param {(side: string) => Promise<number>} measureWindow
 */
export async function takeTurns(order, { cycles, settleMs }, measureWindow) {
  const values = Object.fromEntries(order.map((side) => [side, []]));
  for (const side of order) await measureWindow(side);
  for (let cycle = 0; cycle < cycles; cycle++) {
    for (const side of order) {
      await delay(settleMs);
      values[side].push(await measureWindow(side));
    }
  }
  return values;
}
