import type { PlatformId } from '@social/types';
import { PLATFORMS } from '@social/types';

type Ending = 'foreign' | 'denied' | 'incomplete' | 'refused';

const TEXTS: Readonly<Record<Ending, { title: string; text: string }>> = {
  foreign: {
    title: 'This link belongs to another visit',
    text: 'The connection was started in another browser or more than ten minutes ago, or this page was opened before. Nothing was connected.',
  },
  denied: { title: 'Nothing was connected', text: 'The network says that access was not given. Nothing was stored.' },
  incomplete: {
    title: 'The network sent an incomplete answer',
    text: 'There was no authorization code in it. Nothing was connected.',
  },
  refused: {
    title: 'The connection could not be made',
    text: 'The network did not complete the sign-in. Nothing was connected.',
  },
};

/** The page on which a connection ends that was not made: what happened, and what to do. */
export function connectionPage(
  ending: Ending,
  platform: PlatformId,
  again: string,
  detail = '',
): { text: string; type: 'text/html' } {
  const { title, text } = TEXTS[ending];
  const { label } = PLATFORMS[platform];
  return {
    type: 'text/html',
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${detail === '' ? '' : `<p>${escapeHtml(detail)}</p>`}
<p><a href="${again}">Connect ${escapeHtml(label)} again</a> or <a href="/">go to your connections</a>.</p>
</main>
</body>
</html>
`,
  };
}

/** Style of the pages that the server writes itself. */
export const PAGE_CSS = `:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 36rem; margin: 15vh auto 0; padding: 0 1.25rem; }
h1 { font-size: 1.4rem; line-height: 1.3; }
a { color: light-dark(#0b57d0, #a8c7fa); }
`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
