import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const RULES = fileURLToPath(new URL('../../../../../docs/prometheus-alerts.yml', import.meta.url));
const CASES = fileURLToPath(new URL('./alerts.promtool.yml', import.meta.url));
const { pathWithTools } = await import(new URL('../../../../../scripts/needs/tools.mjs', import.meta.url).href);

test.each([
  ['are rules of Prometheus', ['check', 'rules', '--lint-fatal', RULES]],
  ['fire when they should, and only then', ['test', 'rules', CASES]],
])('the alerts %s', async (_what, args) => {
  const env = { ...process.env, PATH: await pathWithTools() };
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { env, encoding: 'utf8' });
  expect(status, `${stdout}${stderr}${error ?? ''}`).toBe(0);
});
