import { describe, expect, it } from 'vitest';
import { compareVersions } from './server-version.ts';

describe('compareVersions', () => {
  it.each([
    ['0.1.0', '0.1.0'],
    ['0.1.0', '0.1.9'],
    ['1.2.0', '1.2.0-beta.1'],
    ['1.2.0', 'nonsense'],
    ['1.2.0', '1.3.0 \u001b[2J'],
  ])('lets %s and %s pass', (command, server) => {
    expect(compareVersions(command, server)).toBeUndefined();
  });

  it.each([
    ['0.2.0', '0.1.9', 'the server is older', 'update the server to 0.2.0'],
    ['1.0.0', '0.12.0', 'the server is older', 'update the server to 1.0.0'],
    ['0.9.0', '0.10.0', 'this command is older', 'update social to 0.10.0'],
    ['0.9.0', '1.0.0', 'this command is older', 'update social to 1.0.0'],
  ])('says which of %s and %s to update', (command, server, says, fix) => {
    const difference = compareVersions(command, server);
    expect(difference?.message).toContain(says);
    expect(difference?.fix).toBe(fix);
  });
});
