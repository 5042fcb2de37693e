import { networkFacts } from '../generated/networks.ts';
import type { Route } from '../http/route.ts';
import type { NetworkId } from '../world/network-ids.ts';
import type { World } from '../world/world.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';
import { postCard } from './post-card.ts';

type IdOf = (params: Readonly<Record<string, string>>, query: URLSearchParams) => string;

/**
 * The public page of one post.
 *
 * @param idOf Reads the post's id from the address; the parameter `id` of the path by default.
 */
export function permalinkRoute(
  world: World,
  { network, path, idOf = ({ id = '' }) => id }: { network: NetworkId; path: string; idOf?: IdOf },
): Route {
  return {
    method: 'GET',
    path,
    handle: ({ params, query }) => {
      const post = world.posts.find(network, idOf(params, query));
      const name = networkFacts[network].label;
      const body = html`<main class="single"><p class="eyebrow"><a href="/?network=${network}">${name}</a>, simulated by the sandbox</p>
${post ? postCard(world, post) : html`<h1>There is no such post</h1><p>It was never accepted, or the sandbox was reset since then.</p>`}</main>`;
      return { status: post ? 200 : 404, html: layout({ title: `${name} sandbox`, body }) };
    },
  };
}
