import type { PlatformId } from '@social/types';
import { PLATFORMS } from '@social/types';

type Ending = 'foreign' | 'denied' | 'incomplete' | 'refused';

const TEXTS: Readonly<Record<Ending, { title: string; text: string }>> = {
  foreign: {
    title: 'This link belongs to another visit',
    text: 'The connection was started in another browser or more than ten minutes ago, or this link was used already. This visit connected nothing; your connections show what is connected.',
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
  /** Profile that the flow was started for; going on keeps it. */
  profileId: string | null,
  detail = '',
): { text: string; type: 'text/html' } {
  const { title, text } = TEXTS[ending];
  const { label } = PLATFORMS[platform];
  const query = profileId === null ? '' : `?profileId=${profileId}`;
  return {
    type: 'text/html',
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Social</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header><a href="/">Social</a></header>
<main>
<h1>${title}</h1>
<p>${text}</p>
${detail === '' ? '' : `<p>${escapeHtml(sentence(detail))}</p>`}
<p><a href="/api/auth/${platform}${query}">Connect ${escapeHtml(label)} again</a> or <a href="/${query}">go to your connections</a>.</p>
</main>
</body>
</html>
`,
  };
}

/** Style of the pages that the server writes itself. */
export const PAGE_CSS = `:root { color-scheme: light dark; font: 15px/1.55 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fafaf8, #141518); color: light-dark(#1c1d1f, #e8e9eb); overflow-wrap: anywhere; }
header {
  display: flex;
  align-items: center;
  box-sizing: border-box;
  min-height: 3.5rem;
  padding: 0.4rem clamp(1rem, 4vw, 2rem);
  border-bottom: 1px solid light-dark(#dcdcd6, #34373d);
  background: light-dark(#ffffff, #1c1e22);
}
header a { color: inherit; font-weight: 700; text-decoration: none; }
main { display: grid; gap: 1rem; max-width: 30rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2rem) clamp(1rem, 4vw, 2rem) 3rem; }
h1, p { margin: 0; }
h1 { font-size: 1.45rem; line-height: 1.25; font-weight: 650; }
a { color: light-dark(#1d5fbf, #8ab6ff); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid light-dark(#1d5fbf, #8ab6ff); outline-offset: 2px; }
`;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
