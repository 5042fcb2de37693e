import { setTimeout as delay } from 'node:timers/promises';
import { publishMeanwhile, readMeanwhile } from './neighbour.mjs';
import { cpuMs } from './processor.mjs';
import { atMost, show, spreadOf, unbroken } from './scale-report.mjs';
import { compareWithNetwork, schedule, untilAllEnded } from './sent-posts.mjs';
import { quantile } from './statistics.mjs';

const LATE_MS = 1_500;

/** One server on SQLite, with networks that answer at once: how late posts are, and what calls of a neighbour notice. */
export async function measureCallers(world, { ofCallers: { posts: count, withinMs, idleMs } }) {
  await world.serveWith(1);
  const idle = callMeanwhile(world);
  await delay(idleMs);
  const lines = linesOfCalls('idle server', await idle.end());
  const [spread, burst] = [`posts due within ${withinMs / 1000} s`, 'posts due within one second'];
  const late = await run(world, lines, { name: `${count} ${spread}`, count, withinMs });
  lines.push(atMost(`${count} ${spread}, 99 % late by`, late, LATE_MS));
  await run(world, lines, { name: `${count} ${burst}`, count, withinMs: 1_000 });
  return lines.map(([metric, ...cells]) => [`SQLite, ${metric}`, ...cells]);
}

async function run(world, lines, { name, count, withinMs }) {
  const [{ pid }] = world.running();
  const posts = await schedule(world, { name, channels: world.channels, count, withinMs });
  const before = cpuMs(pid);
  const calls = callMeanwhile(world);
  await delay(posts.at(-1).dueAt - Date.now());
  await untilAllEnded(world);
  const cost = ((cpuMs(pid) - before) / count).toFixed(1);
  const times = await calls.end();
  const sent = await compareWithNetwork(world, posts);
  const seconds = (Math.max(...sent.acceptedAt.map(({ at }) => at)) - posts[0].dueAt) / 1000;
  lines.push(
    show(`${name}: late by`, spreadOf(sent.late)),
    show(`${name}: all sent after`, `${seconds.toFixed(1)} s; ${cost} ms of processor each`),
    unbroken(name, sent),
    ...linesOfCalls(name, times),
  );
  return quantile(sent.late, 0.99);
}

/** Makes calls of the neighbour until `end`. */
function callMeanwhile({ running, neighbours }) {
  const over = new AbortController();
  const [{ url }] = running();
  const answers = Promise.all([
    readMeanwhile(url, neighbours, over.signal),
    publishMeanwhile(url, neighbours, { signal: over.signal, intervalMs: 200 }),
  ]);
  return {
    end: () => {
      over.abort();
      return answers;
    },
  };
}

function linesOfCalls(name, [reads, publishes]) {
  return [
    show(`${name}: GET /api/v1/posts of a neighbour`, spreadOf(reads)),
    show(`${name}: POST /api/v1/posts of a neighbour`, spreadOf(publishes)),
  ];
}
