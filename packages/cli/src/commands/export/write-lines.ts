import { open } from 'node:fs/promises';

/**
 * Writes objects into a new file, each as a line of JSON.
 * @param see runs after each line, with the number of lines so far
 * @returns number of lines
 */
export async function writeLines<Item extends object>(
  path: string,
  items: AsyncIterable<Item>,
  see: (item: Item, count: number) => Promise<void>,
): Promise<number> {
  await using file = await open(path, 'wx', 0o600);
  let count = 0;
  for await (const item of items) {
    await file.write(`${JSON.stringify(item)}\n`);
    count += 1;
    await see(item, count);
  }
  return count;
}
