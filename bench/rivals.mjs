import { parseArgs } from 'node:util';
import { makeTemporaryDirectory } from './programs.mjs';
import { describeHost } from './report.mjs';
import { observe } from './rivals/behaviour.mjs';
import { installTools } from './rivals/install.mjs';
import { cleanEnvironment } from './rivals/run-tool.mjs';
import { measureStartUp } from './rivals/start-up.mjs';
import { renderMarkdown } from './rivals/table.mjs';

const { values: options } = parseArgs({ options: { runs: { type: 'string', default: '20' } } });
const directory = makeTemporaryDirectory('social-rivals');

process.stderr.write('installing …\n');
const tools = installTools(directory);
process.stderr.write('starting each …\n');
const startUp = measureStartUp(tools, { runs: Number(options.runs), environmentOf: (tool) => cleanEnvironment(tool) });
const observed = [];
for (const tool of tools) {
  process.stderr.write(`watching ${tool.name} …\n`);
  observed.push(await observe(tool));
}

const started = (tool, flag) => {
  const { ms, ratio } = startUp.of(tool, flag);
  return `${ratio.toFixed(2)} (${ms.toFixed(0)} ms)`;
};
const measured = [
  ['`--help` ÷ `node -e 0`', tools.map((tool) => started(tool, '--help'))],
  ['`--version` ÷ `node -e 0`', tools.map((tool) => started(tool, '--version'))],
  [
    'installed',
    tools.map(
      ({ bytes, packages }) => `${(bytes / 1e6).toFixed(1)} MB, ${packages} ${packages === 1 ? 'package' : 'packages'}`,
    ),
  ],
];
const points = Object.keys(observed[0]).map((point) => [point, observed.map((cells) => cells[point])]);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${describeHost()}; node -e 0: ${startUp.idleMs.toFixed(0)} ms\n`,
);
console.log(renderMarkdown(tools, [...measured, ...points]));
