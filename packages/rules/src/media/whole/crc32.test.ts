import * as zlib from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test('sums bytes as zlib does, in parts of any length', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (parts) => {
      const sum = parts.reduce((before, part) => crc32(part, before), 0);
      expect(sum).toBe(zlib.crc32(Buffer.concat(parts)));
    }),
  );
});
