import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the licence of the library for pictures is published with the server', () => {
  const notices = new URL('../../../server/dist/THIRD-PARTY-NOTICES.txt', import.meta.url);
  expect(readFileSync(notices, 'utf8')).toMatch(/libvips.*LGPL-3\.0-or-later/);
});
