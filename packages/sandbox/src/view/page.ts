import { networkFacts } from '../generated/networks.ts';
import type { Network } from '../networks/network.ts';
import { type Html, html } from '../pages/html.ts';
import { layout } from '../pages/layout.ts';
import { glyph, postCard } from '../pages/post-card.ts';
import { type NetworkId, networkIds } from '../world/network-ids.ts';
import type { Post } from '../world/posts.ts';
import type { World } from '../world/world.ts';
import { faultForm, waitingFaults } from './fault-panel.ts';
import { requestLog } from './request-log.ts';
import { pageLink, type Selection } from './selection.ts';

interface PageOptions {
  readonly world: World;
  readonly networks: readonly Network[];
  readonly selection: Selection;
}

const maxShownPosts = 200;

/** The page at the root. */
export function sandboxPage(options: PageOptions): string {
  const regions = sandboxRegions(options);
  const body = html`<header class="top"><h1>Sandbox</h1><p class="quiet">Networks simulated on this machine. Nothing published here reaches the internet.</p></header>
<div class="columns">
<nav aria-label="Networks" data-live="networks">${regions.networks}</nav>
<main aria-label="Posts" data-live="feed">${regions.feed}</main>
<aside>
<section id="faults"><h2>Faults</h2>
${faultForm(options.selection)}
<div data-live="faults">${regions.faults}</div></section>
<section><h2>Requests</h2><div data-live="requests">${regions.requests}</div></section>
</aside>
</div>`;
  return layout({ title: 'Sandbox', body, script: true });
}

/** The parts of the page that its script refreshes. */
export function sandboxRegions(options: PageOptions): Record<'networks' | 'feed' | 'faults' | 'requests', Html> {
  const { world, selection } = options;
  return {
    networks: networkList(options),
    feed: feed(options),
    faults: waitingFaults(world, selection),
    requests: requestLog(world, selection),
  };
}

function networkList({ world, selection }: PageOptions): Html {
  const accepted = world.posts.all().filter((post) => !post.seeded);
  const entry = (name: string, target: { network?: NetworkId; glyph?: string; count: number }) => {
    const isCurrent = selection.network === target.network;
    const href = pageLink({ ...(target.network && { network: target.network }), seeded: selection.seeded });
    return html`<li><a href="${href}"${isCurrent ? html` aria-current="page"` : undefined}>${target.glyph === undefined ? undefined : glyph(target.glyph)}<span class="name">${name}</span> <span class="count">${withUnit(target.count, 'post')}</span></a></li>
`;
  };
  return html`<h2>Networks</h2><ul>
${entry('All networks', { count: accepted.length })}${networkIds.map((id) =>
  entry(networkFacts[id].label, {
    network: id,
    glyph: networkFacts[id].glyph,
    count: accepted.filter((post) => post.network === id).length,
  }),
)}</ul>`;
}

function feed({ world, networks, selection }: PageOptions): Html {
  const isWanted = (post: Post) => selection.network === undefined || post.network === selection.network;
  const wanted = world.posts.all().filter(isWanted);
  const seeds = wanted.filter((post) => post.seeded).length;
  const shown = wanted.filter((post) => selection.seeded || !post.seeded || post.hidden).reverse();
  const toggle = html`<a class="toggle" href="${pageLink({ ...selection, seeded: !selection.seeded })}">${selection.seeded ? 'Hide' : 'Show'} the ${withUnit(seeds, 'seeded post')}</a>`;
  const { credentials = [] } = networks.find(({ id }) => id === selection.network) ?? {};
  const cards = shown.slice(0, maxShownPosts).map((post) => postCard(world, post, networks));
  return html`<div class="feed-head"><h2>Posts</h2>${toggle}</div>
${credentials.map(({ label, value }) => html`<p class="credential"><span class="quiet">${label}</span> <code>${value}</code></p>`)}
${cards.length === 0 ? emptyFeed() : cards}
${shown.length > maxShownPosts ? html`<p class="quiet">${withUnit(shown.length - maxShownPosts, 'older post')} not shown. All of them: <a href="/_sandbox/posts">/_sandbox/posts</a></p>` : undefined}`;
}

function emptyFeed(): Html {
  return html`<div class="empty"><p><strong>Nothing has been published here yet.</strong></p>
<p>Point a client at <code>/x</code> or <code>/linkedin</code> below this page's address, sign in as <code>sandbox_owner</code>, and publish. Each post is shown here as readers of its network would see it.</p></div>`;
}

/** A number with its unit, such as `1 post` or `2 posts`. */
function withUnit(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
