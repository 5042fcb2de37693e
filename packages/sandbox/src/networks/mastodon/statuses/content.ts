import { type Html, html } from '../../../pages/html.ts';
import type { World } from '../../../world/world.ts';
import { type Entity, findEntities } from './entities.ts';

const shownCharacters = 30;

/** Writes the headings and emphasis of a Markdown text as HTML, the rest as `contentOf` does. */
export function markedContentOf(world: World, text: string, base: string): string {
  return contentOf(world, text, base)
    .replace(/<p># ([^<]*)<\/p>/g, '<h1>$1</h1>')
    .replace(/\*([^*<]+)\*/g, '<em>$1</em>');
}

/** Writes a plain text as the HTML that readers get: paragraphs, and links for addresses, accounts and tags. */
export function contentOf(world: World, text: string, base: string): string {
  if (text === '') return '';
  const paragraphs = text.split(/\n{2,}/);
  return paragraphs.map((paragraph) => `<p>${linked(world, paragraph, base)}</p>`).join('');
}

function linked(world: World, text: string, base: string): string {
  let markup = '';
  let from = 0;
  for (const entity of findEntities(text)) {
    const written = text.slice(entity.start, entity.end);
    markup += lines(text.slice(from, entity.start)) + (linkOf(world, entity, base)?.markup ?? lines(written));
    from = entity.end;
  }
  return markup + lines(text.slice(from));
}

function lines(text: string): string {
  return html`${text}`.markup.replaceAll('\n', '<br />');
}

/** Returns the link for an entity, or `undefined` for an account that does not exist. */
function linkOf(world: World, { kind, value }: Entity, base: string): Html | undefined {
  if (kind === 'link') return addressLink(value);
  if (kind === 'hashtag') {
    return html`<a href="${base}/tags/${value.toLowerCase()}" class="mention hashtag" rel="tag">#<span>${value}</span></a>`;
  }
  const [name = '', host] = value.split('@');
  const account = host === undefined ? world.accounts.findByUsername('mastodon', name) : undefined;
  return (
    account &&
    html`<span class="h-card" translate="no"><a href="${base}/@${account.username}" class="u-url mention">@<span>${account.username}</span></a></span>`
  );
}

/** Hides the protocol and what follows the first thirty characters, as readers see it. */
function addressLink(url: string): Html {
  const prefix = /^https?:\/\/(?:www\.)?/.exec(url)?.[0] ?? '';
  const shown = url.slice(prefix.length, prefix.length + shownCharacters);
  const hidden = url.slice(prefix.length + shownCharacters);
  return html`<a href="${url}" target="_blank" rel="nofollow noopener" translate="no"><span class="invisible">${prefix}</span><span class="${hidden === '' ? '' : 'ellipsis'}">${shown}</span><span class="invisible">${hidden}</span></a>`;
}
