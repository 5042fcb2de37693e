import { readFileSync } from 'node:fs';

/** Title and text of the newest section of the repository's changelog, as plain text. */
export function newestSection() {
  const changelog = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const [, section] = changelog.split(/^## /m);
  const [title, ...lines] = section.trim().split('\n');
  const text = lines
    .join('\n')
    .replace(/^### .*\n/gm, '')
    .replace(/^- /gm, '• ')
    .replace(/[`*]/g, '')
    .replace(/\n {2}(?=\S)/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return `social ${title}\n\n${text}`;
}
