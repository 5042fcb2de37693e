import { expect, test } from 'vitest';
import { describeOldNode } from './version.ts';

test.each(['24.11.0', '24.21.0', '25.0.0', '26.10.0'])('accepts Node %s', (running) => {
  expect(describeOldNode(running)).toBeNull();
});

test.each(['20.20.2', '22.23.0', '24.10.9'])('refuses Node %s and names the required version', (running) => {
  expect(describeOldNode(running)).toBe(`needs Node 24.11 or later, and this is Node ${running}`);
});
