import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawChart, readProofs } from './pictures/chart.mjs';
import { record } from './pictures/recording.mjs';
import { playScene } from './pictures/scene.mjs';
import { takeScreens } from './pictures/screens.mjs';
import { setStage } from './pictures/stage.mjs';
import { drawTerminal } from './pictures/terminal-svg.mjs';

// Makes the pictures of the documents from the built programs: all, or those that are named, such as `chart`. The drawing
// how-a-post-travels.svg is made by hand.
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/pictures');
const MAKERS = { recording: makeRecording, screens: makeScreens, chart: makeChart };

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(MAKERS, name));
if (unknown) {
  console.error(`No picture is called ${unknown}; there are ${Object.keys(MAKERS).join(', ')}`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
for (const [name, make] of Object.entries(MAKERS)) if (named.length === 0 || named.includes(name)) await make();
const sizes = globSync('*', { cwd: folder }).map((file) => statSync(join(folder, file)).size);
console.log(
  `docs/pictures has ${sizes.length} files, ${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000)} kB`,
);

async function makeRecording() {
  const film = await onStage(record);
  keep(
    'recording.svg',
    drawTerminal(film, 'A terminal: a post is checked, published to three networks, and not published again'),
  );
}

async function makeScreens() {
  const screens = await onStage(async (stage) => {
    await playScene(stage);
    return takeScreens(stage);
  });
  for (const [file, content] of Object.entries(screens)) keep(file, content);
}

function makeChart() {
  keep('proofs.svg', drawChart(readProofs(readFileSync(join(root, 'docs/reliability.md'), 'utf8'))));
}

async function onStage(work) {
  const stage = await setStage();
  try {
    return await work(stage);
  } finally {
    await stage.close();
  }
}

function keep(file, content) {
  writeFileSync(join(folder, file), content);
  console.log(`docs/pictures/${file}, ${Math.ceil(content.length / 1000)} kB`);
}
