import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkLengthAt, planChunks, readConfirmed } from './chunk-plan.ts';

const MEBIBYTE = 1024 * 1024;

it('follows the rules of TikTok for every size, with at most 10 MiB in memory', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 * 1024 * MEBIBYTE }), (bytes) => {
      const plan = planChunks(bytes);
      const { chunkBytes, chunkCount } = plan;
      expect(chunkCount).toBe(Math.floor(bytes / chunkBytes));
      expect(chunkCount).toBeLessThanOrEqual(1000);
      if (chunkCount > 1) expect(chunkBytes).toBeGreaterThanOrEqual(5 * MEBIBYTE);
      else expect(chunkBytes).toBe(bytes);
      const lengths: number[] = [];
      for (let at = 0; at < bytes; at += lengths.at(-1) ?? bytes) lengths.push(chunkLengthAt(plan, at));
      expect(lengths).toHaveLength(chunkCount);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(bytes);
      expect(Math.max(...lengths)).toBeLessThan(10 * MEBIBYTE);
    }),
  );
});

it('reads how far an upload is, as a count or as the last byte', () => {
  const plan = planChunks(11 * MEBIBYTE);
  const read = (header: string | null) => readConfirmed(plan, header);
  expect(read('bytes 0-0/11534336')).toBe(0);
  expect(read('bytes 0-5242880/11534336')).toBe(5_242_880);
  expect(read('bytes 0-5242879/11534336')).toBe(5_242_880);
  expect(read('bytes 0-11534335/11534336')).toBe(11_534_336);
  expect(read('bytes 0-11534336/11534336')).toBe(11_534_336);
  expect(read('bytes 0-7/11534336')).toBe(7);
  for (const header of [null, '', 'bytes */11534336', 'bytes 0-99999999/11534336', 'nonsense']) {
    expect(read(header)).toBeNull();
  }
});
