import { expect } from 'vitest';
import { social } from './social.ts';

/** Returns what is offered for the last word of a line, in its order. */
export async function offersFor(line: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, stdout, stderr } = await social(['__complete', '--', ...line.split(' ')], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const values = stdout.split('\n').map((offer) => offer.split('\t')[0]);
  return values.filter((value) => value !== '').join(' ');
}
