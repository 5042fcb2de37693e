import { networkFacts } from '../generated/networks.ts';
import type { ChatMessage } from '../world/chat-message.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { LinkCard, Media, Poll, Post, PostSettings, TextLink } from '../world/posts.ts';
import type { World } from '../world/world.ts';
import { type Html, html } from './html.ts';

/** An address, up to the white space, quotes or full-width punctuation behind it. */
const address =
  /https?:\/\/[^\s<>"'\u200b\u2018-\u201f\u2026«»\u3000-\u3020\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+/gi;

/** A sheet with lines: the sign of a document. */
const paper = 'M3.5 2h5.8l3.2 3.2V14h-9zM9 2.2v3.3h3.3M5.8 9h4.4M5.8 11.5h3';

/** The network that a card names and links to. */
interface ShownNetwork {
  readonly id: NetworkId;
  readonly permalink: (post: Post) => string;
}

/** One post as readers of the network see it, marked as deleted, hidden, reply and so on. */
export function postCard(world: World, post: Post, networks: readonly ShownNetwork[] = []): Html {
  const account = world.accounts.find(post.network, post.accountId);
  const marks = [
    post.deletedAt === undefined ? undefined : 'deleted',
    post.hidden ? 'hidden' : undefined,
    post.replyToId === undefined ? undefined : 'reply',
    post.quotedId === undefined ? undefined : 'quote',
    post.resharedId === undefined ? undefined : 'reshare',
    post.seeded ? 'seeded' : undefined,
    ...(post.chat ? chatMarks(post.chat) : []),
  ].filter((mark) => mark !== undefined);
  const network = networks.find(({ id }) => id === post.network);
  const when = time(post.createdAt);
  return html`<article class="post${post.deletedAt === undefined ? '' : ' gone'}">
<header><img src="/${post.network}/avatars/${account?.username ?? ''}.png" alt="" width="32" height="32">
<div>${network && html`<span class="from quiet">${glyph(networkFacts[network.id].glyph)}${networkFacts[network.id].label}</span>`}<strong>${account?.name ?? 'unknown'}</strong> <span class="quiet">@${account?.username ?? ''}</span>
<div class="meta quiet">${network ? html`<a class="quiet" href="/${network.id}${network.permalink(post)}">${when}</a>` : when} ${marks.map((mark) => html`<span class="mark ${mark}">${mark}</span> `)}${(post.labels ?? []).map((label) => html`<span class="mark">${label}</span> `)}</div></div></header>
${post.chat?.thread && threadLine(post.chat.thread)}
<p class="text">${post.links ? marked(post.text, post.links) : linked(post.text)}</p>
${post.card && linkCard(post.card)}
${post.poll && pollCard(post.poll)}
${post.settings && settingList(post.settings)}
${referred(world, post)}
${post.media.length === 0 ? undefined : html`<div class="media">${post.media.map(shownFile)}</div>`}
</article>`;
}

/** A network's shape, which pages show only next to its name. */
export function glyph(path: string): Html {
  return html`<svg class="glyph" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="${path}"></path></svg>`;
}

/** The text of the post that this one replies to, quotes or reshares. */
function referred(world: World, post: Post): Html | undefined {
  const id = post.replyToId ?? post.quotedId ?? post.resharedId;
  const target = id === undefined ? undefined : world.posts.find(post.network, id);
  if (!target) return undefined;
  const author = world.accounts.find(target.network, target.accountId);
  const word = post.replyToId ? 'in reply to' : post.quotedId ? 'quoting' : 'sharing';
  const gone = target.deletedAt === undefined ? '' : ' (deleted)';
  return html`<blockquote><span class="quiet">${word} @${author?.username ?? 'unknown'}${gone}</span> ${target.text}</blockquote>`;
}

function shownFile({ type, blob, sha256, altText, fileName }: Media): Html {
  const source = `/_sandbox/media/${sha256}`;
  const caption = html`<figcaption>${altText ? `“${altText}” · ` : undefined}${type}, ${blob.bytes} bytes</figcaption>`;
  if (fileName !== undefined) {
    return html`<figure class="file"><a href="${source}" download="${fileName}">${glyph(paper)}<strong>${fileName}</strong></a>${caption}</figure>`;
  }
  return type.startsWith('video/')
    ? html`<figure><video src="${source}" controls preload="metadata" aria-label="${altText || 'video'}"></video>${caption}</figure>`
    : html`<figure><a href="${source}"><img src="${source}" alt="${altText || 'picture without a description'}" loading="lazy"></a>${caption}</figure>`;
}

function linkCard({ url, title, description, picture: shown }: LinkCard): Html {
  return html`<div class="card">${shown && html`<img src="/_sandbox/media/${shown.sha256}" alt="" loading="lazy">`}<p><a href="${url}" rel="nofollow noopener noreferrer"><strong>${title || url}</strong></a> <span class="quiet">${description}</span></p></div>`;
}

function pollCard({ question, options, isMultiple, endsAt }: Poll): Html {
  const asked = question === undefined ? undefined : html`<p><strong>${question}</strong></p>`;
  const rule = isMultiple ? 'Choose any' : 'Choose one';
  return html`<div class="poll">${asked}<ul>${options.map((option) => html`<li>${option}</li>`)}</ul><p class="quiet">${rule} · until ${time(endsAt)}</p></div>`;
}

/** How a message of a chat was sent. */
function chatMarks(chat: ChatMessage): (string | undefined)[] {
  return [
    chat.silent && 'silent',
    chat.protected && 'protected',
    chat.linkPreview === false ? 'no preview' : undefined,
    ...(chat.mentions ?? []).map((who) => `notifies ${who}`),
  ];
}

/** The thread, forum post or topic of a message, with its tags. */
function threadLine({ name, tags = [] }: NonNullable<ChatMessage['thread']>): Html {
  return html`<p class="thread quiet">in <strong>${name}</strong> ${tags.map((tag) => html`<span class="mark">${tag}</span> `)}</p>`;
}

/** What the author chose besides, by the network's own names. */
function settingList(settings: PostSettings): Html {
  const shown = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return html`<ul class="settings quiet">${Object.entries(settings).map(([name, value]) => html`<li>${name}: ${shown(value)}</li>`)}</ul>`;
}

/** An instant in UTC, which the page's script shows in the reader's time zone. */
export function time(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}" title="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function linked(text: string): readonly Html[] {
  const parts: Html[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const url = match[0].replace(/[.,:;!?)\]]+$/, '');
    parts.push(html`${text.slice(from, match.index)}`, anchor(url, url));
    from = match.index + url.length;
  }
  return [...parts, html`${text.slice(from)}`];
}

/** The text with the links that the network marked in it. */
function marked(text: string, links: readonly TextLink[]): readonly Html[] {
  const parts: Html[] = [];
  let from = 0;
  for (const { start, end, href } of links) {
    const isSafe = /^(?:https?:|\/)/.test(href);
    const shown = text.slice(start, end);
    parts.push(html`${text.slice(from, start)}`, isSafe ? anchor(href, shown) : html`${shown}`);
    from = end;
  }
  return [...parts, html`${text.slice(from)}`];
}

function anchor(href: string, text: string): Html {
  return html`<a href="${href}" rel="nofollow noopener noreferrer">${text}</a>`;
}
