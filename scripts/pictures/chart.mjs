/** Short names for rows of the table, by how their first cell begins. */
const NAMES = [
  ['rounds of load', 'Kills under load'],
  ['the same, with every fifth post a thread', 'Kills, with threads'],
  ['the same with Mastodon', 'Kills, with Mastodon'],
  ['the same with webhooks', 'Kills, with webhooks and removals'],
  ['the same with a real Bluesky server', 'Kills, with a real Bluesky server'],
  ['the same with two servers', 'Two servers, one dies'],
  ['the same with four servers', 'Four servers, one dies, one fails'],
  ['three servers, each frozen', 'Three servers, frozen now and then'],
  ['half an hour at 20 calls', 'Half an hour of load, 5 % faults'],
];
const BAR = { left: 288, longest: 284, height: 18, step: 32, top: 74 };
const WIDTH = 860;

/**
 * Reads the table of proofs in docs/reliability.md.
 * @returns for each row that counts calls and accepted posts: its name, the two counts, and how many were published twice or lost
 * @throws Error when such a row has no short name here, or does not say how many were published twice or lost
 */
export function readProofs(page) {
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  return rows.flatMap((line) => {
    const [what = '', , result = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [calls, posts] = [countOf(result, 'calls'), countOf(result, '(?:parts and )?posts accepted')];
    if (calls === null || posts === null) return [];
    const name = NAMES.find(([beginning]) => what.startsWith(beginning))?.[1];
    if (!name)
      throw new Error(`scripts/pictures/chart.mjs: NAMES lacks a short name for the row "${what.slice(0, 60)}"`);
    const counted = ['twice', 'lost', 'breaches']
      .map((word) => countOf(result, word))
      .filter((count) => count !== null);
    if (counted.length === 0)
      throw new Error(`docs/reliability.md: the row "${what.slice(0, 60)}" counts none twice or lost`);
    return [{ name, calls, posts, wrong: counted.reduce((sum, count) => sum + count, 0) }];
  });
}

function countOf(result, words) {
  const digits = new RegExp(String.raw`(?<![\d.])(\d{1,3}(?: \d{3})*) (?:${words})\b`).exec(result)?.[1];
  return digits === undefined ? null : Number(digits.replaceAll(' ', ''));
}

/** Draws a bar for the posts that were accepted in each proof, beside its calls and what went wrong. */
export function drawChart(proofs) {
  const total = (key) => proofs.reduce((sum, proof) => sum + proof[key], 0);
  const most = Math.max(...proofs.map(({ posts }) => posts));
  const height = BAR.top + proofs.length * BAR.step + 16;
  const sums = `${spaced(total('posts'))} posts accepted in ${spaced(total('calls'))} calls, ${total('wrong')} twice or lost`;
  const rows = proofs.map(({ name, calls, posts, wrong }, index) => {
    const y = BAR.top + index * BAR.step;
    const length = Math.max(2, Math.round((posts / most) * BAR.longest));
    return `<g><text x="16" y="${y + 14}">${name}</text><rect class="bar" x="${BAR.left}" y="${y}" width="${length}" height="${BAR.height}" rx="2"/><text x="${BAR.left + length + 8}" y="${y + 14}">${spaced(posts)}</text><text class="number note" x="740" y="${y + 14}">${spaced(calls)}</text><text class="number ${wrong === 0 ? 'good' : 'bad'}" x="844" y="${y + 14}">${wrong}</text></g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title text">
<title id="title">${sums}</title>
<desc id="text">${proofs.map(({ name, calls, posts, wrong }) => `${name}: ${spaced(posts)} posts accepted in ${spaced(calls)} calls, ${wrong} twice or lost.`).join(' ')}</desc>
<style>${STYLE}</style>
<text class="sums" x="16" y="30">${sums}</text>
<text class="note" x="${BAR.left}" y="60">posts that the networks accepted</text><text class="number note" x="740" y="60">calls</text><text class="number note" x="844" y="60">twice or lost</text>
${rows.join('\n')}
</svg>
`;
}

const STYLE = `text{font:14px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;font-variant-numeric:tabular-nums;fill:#1f2328}
.sums{font-weight:600;font-size:18px}.number{text-anchor:end}.note{fill:#59636e}.good{font-weight:600;fill:#0f6b35}.bad{font-weight:600;fill:#b3261e}.bar{fill:#3b78cf}
@media(prefers-color-scheme:dark){text{fill:#e6e8eb}.note{fill:#a9adb5}.good{fill:#5fd38a}.bad{fill:#ff8b82}.bar{fill:#5b93e6}}`;

/** `46 457`, as the page writes it. */
function spaced(count) {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
