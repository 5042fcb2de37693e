import type { Route } from '../networks/network.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { World } from '../world/world.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { postCard } from './post-card.ts';

/** The public page of one post. */
export function permalinkRoute(
  world: World,
  page: {
    network: NetworkId;
    name: string;
    path: string;
    idOf: (params: Readonly<Record<string, string>>, query: URLSearchParams) => string;
  },
): Route {
  return {
    method: 'GET',
    path: page.path,
    handle: ({ params, query }) => {
      const post = world.posts.find(page.network, page.idOf(params, query));
      const body = html`<main class="single"><p class="eyebrow"><a href="/?network=${page.network}">${page.name}</a>, simulated by the sandbox</p>
${post ? postCard(world, post) : html`<h1>There is no such post</h1><p>It was never accepted, or the sandbox was reset since.</p>`}</main>`;
      return { status: post ? 200 : 404, html: layout({ title: `${page.name} sandbox`, body }) };
    },
  };
}
