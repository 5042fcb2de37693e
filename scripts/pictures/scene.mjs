import { readFileSync } from 'node:fs';
import { apiOf, control } from '../simulated.mjs';

const FAMILIAR = ['profnet', 'microblog', 'bluesky'];
const OPEN = ['microblog', 'bluesky', 'mastodon'];
/** Posts of the coming month: day, time, text and platforms. */
const PLANNED = [
  [1, '09:00', 'v1.5.0 is out', FAMILIAR],
  [2, '10:00', 'Jobs: two people who like queues', ['profnet', 'mastodon']],
  [3, '15:30', 'How we end our own server 500 times', ['profnet', 'mastodon']],
  [4, '10:00', 'Office hours', OPEN],
  [4, '16:30', 'Thanks to all who came', OPEN],
  [6, '11:00', 'Sunday reading', ['bluesky']],
  [8, '08:30', 'Week in review', ['profnet']],
  [9, '12:00', 'Sandbox in your tests', ['profnet', 'microblog']],
  [9, '17:00', 'Ghent, we are coming', ['profnet', 'socialnet']],
  [10, '09:15', 'Poll: which network next', ['mastodon']],
  [11, '10:00', 'Office hours', OPEN],
  [14, '09:00', 'Ghent: our slides', ['profnet', 'socialnet']],
  [15, '08:30', 'Week in review', ['profnet']],
  [16, '14:00', 'Three ways to lose an answer', ['profnet', 'bluesky']],
  [18, '10:00', 'Office hours', OPEN],
  [19, '13:00', 'v1.5.1 is out', FAMILIAR],
  [22, '08:30', 'Week in review', ['profnet']],
  [23, '11:15', 'Thank you', ['profnet', 'microblog', 'mastodon']],
  [28, '08:30', 'Week in review', ['profnet']],
];

/** The month after this one, as `2031-04`, in UTC. */
export function comingMonth(now = new Date()) {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 7);
}

/** Fills a workspace with what a team has after a while: posts that are planned, out, refused by a network, and in doubt. */
export async function playScene({ url, sandboxUrl, apiKey }) {
  const api = apiOf(url, apiKey);
  const publish = (text, platforms, more = {}) => api('POST', '/api/v1/posts', { text, platforms, ...more });
  for (const [day, time, text, platforms] of PLANNED) {
    const scheduledFor = `${comingMonth()}-${String(day).padStart(2, '0')}T${time}:00Z`;
    await publish(text, platforms, { scheduledFor });
  }
  await publish('Office hours today at 16:00 UTC: bring your pipelines.', OPEN);
  await control(sandboxUrl, 'POST', 'faults', { network: 'linkedin', operation: 'publish', kind: 'accept-then-drop' });
  await publish('We are hiring: two people who like queues. https://example.com/jobs', ['profnet', 'mastodon']);
  await control(sandboxUrl, 'POST', 'faults', {
    network: 'x',
    operation: 'publish',
    kind: 'rate-limit',
    retryAfterSeconds: 900,
  });
  await publish('Week in review: 41 changes by 12 people.', ['profnet', 'microblog']);
  const picture = await upload(url, apiKey, new URL('../demo-media/picture.jpg', import.meta.url));
  const media = [{ url: picture, alt: 'A light field on blue and gold' }];
  await publish('v1.4.0 is out: threads, drafts and approvals. https://example.com/1.4.0', [...FAMILIAR, 'mastodon'], {
    media,
  });
}

async function upload(url, apiKey, file) {
  const answer = await fetch(`${url}/api/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'image/jpeg' },
    body: readFileSync(file),
  });
  return (await answer.json()).url;
}
