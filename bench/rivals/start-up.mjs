import { spawnSync } from 'node:child_process';
import { median } from '../statistics.mjs';

const WARM_UP = 2;

/**
 * Measures `--help` and `--version` against Node doing nothing. Every round runs Node, then each tool, so that other load on the
 * machine weighs on all alike. Median of the wall clock.
 */
export function measureStartUp(tools, { runs, environmentOf }) {
  const values = new Map();
  for (let round = -WARM_UP; round < runs; round += 1) {
    note(values, round, 'node', time(['-e', '0'], process.env));
    for (const tool of tools) {
      for (const flag of ['--help', '--version']) {
        note(values, round, `${tool.name} ${flag}`, time([tool.script, flag], environmentOf(tool)));
      }
    }
  }
  const idle = median(values.get('node'));
  return {
    idleMs: idle,
    of: ({ name }, flag) => {
      const ms = median(values.get(`${name} ${flag}`));
      return { ms, ratio: ms / idle };
    },
  };
}

function note(values, round, name, ms) {
  if (round < 0) return;
  values.set(name, [...(values.get(name) ?? []), ms]);
}

function time(args, env) {
  const started = performance.now();
  spawnSync(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return performance.now() - started;
}
