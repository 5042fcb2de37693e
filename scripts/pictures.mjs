import { writeFileSync } from 'node:fs';
import { record } from './pictures/recording.mjs';
import { playScene } from './pictures/scene.mjs';
import { takeScreens } from './pictures/screens.mjs';
import { setStage } from './pictures/stage.mjs';
import { drawTerminal } from './pictures/terminal-svg.mjs';

// Makes the pictures of the documents from the built programs. The drawing how-a-post-travels.svg is made by hand.
keep('recording.svg', await draw());
for (const [file, content] of Object.entries(await shoot())) keep(file, content);

async function draw() {
  await using stage = await setStage();
  const film = await record(stage);
  return drawTerminal(film, 'A terminal: a post is checked, published to three networks, and not published again');
}

async function shoot() {
  await using stage = await setStage();
  await playScene(stage);
  return await takeScreens(stage);
}

function keep(file, content) {
  writeFileSync(new URL(`../docs/pictures/${file}`, import.meta.url), content);
  console.log(`docs/pictures/${file}, ${Math.ceil(content.length / 1000)} kB`);
}
