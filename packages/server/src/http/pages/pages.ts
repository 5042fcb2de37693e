/** A page that the server writes itself, for events outside the web app. */
export interface WrittenPage {
  readonly title: string;
  /** Paragraphs: what happened, what was changed, and what to do. */
  readonly paragraphs: readonly string[];
  /** Values that the reader has to copy to another place, with their names. */
  readonly values?: readonly { readonly name: string; readonly value: string }[];
  /** A question whose answer the reader types. */
  readonly form?: PageForm;
  /** Next steps, the most likely one first. */
  readonly links: readonly { readonly href: string; readonly label: string }[];
}

/** A form with one field, which the browser sends in the query of `action`. */
export interface PageForm {
  readonly action: string;
  /** Name and label of the field, and an example of an answer. */
  readonly field: { readonly name: string; readonly label: string; readonly example: string };
  /** Further parameters of the query. */
  readonly kept: Readonly<Record<string, string>>;
  readonly button: string;
}

/** Writes the HTML of a page and escapes every text in it. */
export function writePage({ title, paragraphs, values = [], form, links }: WrittenPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Social</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<header><a href="/">Social</a></header>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(sentence(text))}</p>`).join('\n')}
${values.length === 0 ? '' : `<dl>\n${values.map(({ name, value }) => `<dt>${escapeHtml(name)}</dt><dd><code>${escapeHtml(value)}</code></dd>`).join('\n')}\n</dl>`}
${form ? writeForm(form) : ''}
<p class="links">${links.map(({ href, label }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join('\n')}</p>
</main>
</body>
</html>
`;
}

function writeForm({ action, field, kept, button }: PageForm): string {
  const hidden = Object.entries(kept).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form action="${escapeHtml(action)}" method="get">
${hidden.join('\n')}
<label for="answer">${escapeHtml(field.label)}</label>
<input id="answer" name="${escapeHtml(field.name)}" placeholder="${escapeHtml(field.example)}" required maxlength="300" autocapitalize="none" autocomplete="off" spellcheck="false" autofocus>
<button>${escapeHtml(button)}</button>
</form>`;
}

/** Style of the pages that the server writes itself, with the web app's colors and sizes. */
export const PAGE_CSS = `:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#ffffff, #141518); color: light-dark(#1c1d1f, #e8e9eb); overflow-wrap: anywhere; }
header { padding: 0.75rem 1.25rem; }
header a { color: inherit; font-weight: 700; text-decoration: none; }
main { display: grid; gap: 1.25rem; max-width: 32rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
h1, p, dl, dd { margin: 0; }
h1 { font-size: 1.625rem; line-height: 1.35; font-weight: 650; }
dl { display: grid; gap: 0.25rem; }
dt { font-size: 0.875rem; color: light-dark(#5a5c60, #a9adb5); }
dd { margin-bottom: 0.5rem; }
code {
  display: block;
  padding: 0.2rem 0.4rem;
  border-radius: 4px;
  background: light-dark(#f1f3f5, #25272c);
  font: 0.8125rem/1.5 ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace;
  user-select: all;
}
form { display: grid; gap: 0.5rem; }
label { font-weight: 600; }
input {
  padding: 0.45rem 0.6rem;
  border: 1px solid light-dark(#868e96, #7a7f87);
  border-radius: 4px;
  background: light-dark(#ffffff, #1c1d21);
  color: inherit;
  font: inherit;
}
button {
  justify-self: start;
  padding: 0.45rem 1.1rem;
  border: 0;
  border-radius: 4px;
  background: #1d5fbf;
  color: #ffffff;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: #174e9e; }
form + .links a:first-child { padding: 0; background: none; color: light-dark(#1d5fbf, #8ab6ff); text-decoration: underline; }
a { color: light-dark(#1d5fbf, #8ab6ff); text-underline-offset: 0.15em; }
.links { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.25rem; }
.links a:first-child {
  padding: 0.35rem 1.1rem;
  border-radius: 4px;
  background: #1d5fbf;
  color: #ffffff;
  font-size: 0.875rem;
  font-weight: 600;
  text-decoration: none;
}
.links a:first-child:hover { background: #174e9e; }
:focus-visible { outline: 2px solid light-dark(#1d5fbf, #8ab6ff); outline-offset: 2px; }
`;

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? '' : '.'}`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
