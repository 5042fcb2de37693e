import { paragraphs, table } from './markdown.ts';
import type { Page } from './places.ts';

/** List of the decisions by their titles. */
export function decisionList(pages: readonly Page[]): Page {
  const decisions = pages.filter(({ path }) => /^adr\/\d/.test(path));
  return {
    path: 'adr/index.md',
    text: paragraphs(
      '# Decisions',
      'What was decided, why, and what follows from it; a page each.',
      table(
        ['', 'decision'],
        decisions.map(({ path, text }) => {
          const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
          return [number, `[${title}](/${path})`];
        }),
      ),
    ),
  };
}
