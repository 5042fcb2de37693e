import { type Html, html } from './html.ts';

/** Content security policy of every page: nothing from elsewhere, no inline script. */
export const pagePolicy =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A whole page with the sandbox's own style sheet. */
export function layout({ title, body, script = false }: { title: string; body: Html; script?: boolean }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_sandbox/assets/style.css">
${script ? html`<script src="/_sandbox/assets/refresh.js" defer></script>` : undefined}
</head>
<body>${body}</body>
</html>
`.markup;
}
