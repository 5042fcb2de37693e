const LETTER = { width: 8.4, height: 20, size: 14 };
const MARGIN = 18;

/** Fill of text on light and on dark ground, by the words of a cell's style. Each has a contrast of at least 4.5 to 1. */
const COLORS = {
  ground: ['#f6f8fa', '#0f141b'],
  edge: ['#d0d7de', '#2d3540'],
  text: ['#1f2328', '#e6e8eb'],
  dim: ['#59636e', '#9aa4af'],
  c1: ['#b3261e', '#ff8b82'],
  c2: ['#0f6b35', '#5fd38a'],
  c3: ['#7a4d00', '#f0c05a'],
  c4: ['#1d5fbf', '#8ab6ff'],
  c5: ['#8a2da5', '#dda5f0'],
  c6: ['#0b6670', '#63cfdc'],
};

/**
 * Draws a recording. What moves is CSS alone: a text is hidden until its time, or shown for its time. Where nothing moves, the
 * picture shows the end.
 */
export function drawTerminal({ cells, text, cols }, title) {
  const runs = runsOf(cells);
  const rows = Math.max(...runs.map(({ row }) => row)) + 1;
  const [width, height] = [Math.round(cols * LETTER.width) + 2 * MARGIN, rows * LETTER.height + 2 * MARGIN];
  const lines = Array.from({ length: rows }, (_, row) =>
    drawRow(
      runs.filter((run) => run.row === row),
      row,
    ),
  ).flat();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title text">
<title id="title">${escapeXml(title)}</title>
<desc id="text">${escapeXml(text)}</desc>
<style>${styleSheet(runs)}</style>
<rect class="ground" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${lines.join('\n')}
</svg>
`;
}

/** Joins neighbors in a row that look alike and are seen at the same time. */
function runsOf(cells) {
  const runs = [];
  for (const cell of cells.toSorted(
    (one, other) => one.row - other.row || one.from - other.from || one.column - other.column,
  )) {
    const last = runs.at(-1);
    const isNext =
      last?.row === cell.row && last.from === cell.from && last.to === cell.to && last.style === cell.style;
    const gap = isNext ? cell.column - last.column - last.text.length : -1;
    // A single blank belongs to its sentence; more of them stand between columns.
    if (gap === 0 || gap === 1) last.text += ' '.repeat(gap) + cell.text;
    else runs.push({ ...cell });
  }
  return runs.toSorted((one, other) => one.row - other.row || one.column - other.column);
}

/** Draws the texts that stay in a row as one line that can be read, and each that passes on its own. */
function drawRow(runs, row) {
  const y = round(MARGIN + (row + 0.72) * LETTER.height);
  const line = runs.filter(({ to }) => to === undefined);
  const passing = runs.filter(({ to }) => to !== undefined);
  const gapBefore = ({ column }, index) =>
    ' '.repeat(index === 0 ? column : column - line[index - 1].column - line[index - 1].text.length);
  const texts = [line.map((run, index) => gapBefore(run, index) + drawRun(run)).join(''), ...passing.map(drawRun)];
  return texts.filter(Boolean).map((content) => `<text y="${y}">${content}</text>`);
}

function drawRun({ column, text, style, from, to }) {
  const x = round(MARGIN + column * LETTER.width);
  // Fonts of other widths keep the columns.
  const length = text.length > 1 ? ` textLength="${round(text.length * LETTER.width)}"` : '';
  const moves = to === undefined ? from > 0 && 'later' : 'passing';
  const time = to === undefined ? `${round(from)}s` : `${round(to - from)}s ${round(from)}s`;
  const names = [style, moves].filter(Boolean).join(' ');
  const classes = names && ` class="${names}"`;
  return `<tspan x="${x}"${length}${classes}${moves ? ` style="--t:${time}"` : ''}>${escapeXml(text)}</tspan>`;
}

function styleSheet(runs) {
  const used = Object.keys(COLORS)
    .slice(4)
    .filter((name) => runs.some(({ style }) => style.split(' ').includes(name)));
  const unknown = runs.flatMap(({ style }) => style.split(' ')).find((name) => /^c\d/.test(name) && !COLORS[name]);
  if (unknown) throw new Error(`terminal-svg.mjs has no color for ${unknown}`);
  const theme = (index) =>
    `.ground{fill:${COLORS.ground[index]};stroke:${COLORS.edge[index]}}text{fill:${COLORS.text[index]}}.dim{fill:${COLORS.dim[index]}}` +
    used.map((name) => `.${name}{fill:${COLORS[name][index]}}`).join('');
  return `text{font:${LETTER.size}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}
.bold{font-weight:700}${theme(0)}
@media(prefers-color-scheme:dark){${theme(1)}}
.passing{visibility:hidden}.later{animation:hide var(--t) step-end}.passing{animation:show var(--t) step-end}
@keyframes hide{from,to{visibility:hidden}}@keyframes show{from,to{visibility:visible}}
@media(prefers-reduced-motion:reduce){.later,.passing{animation:none}}`;
}

function round(value) {
  return Math.round(value * 100) / 100;
}

function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
