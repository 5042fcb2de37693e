/** Renders a Markdown table with a line per situation and a column per tool. */
export function renderMarkdown(tools, lines) {
  const rows = [
    ['', ...tools.map(({ name, version }) => `${name} ${version}`)],
    ...lines.map(([point, cells]) => [point, ...cells]),
  ];
  const [head = [], ...body] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [head, `|${' --- |'.repeat(tools.length + 1)}`, ...body].join('\n');
}
