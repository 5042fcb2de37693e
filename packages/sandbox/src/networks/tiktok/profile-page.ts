import type { Route } from '../../http/route.ts';
import { html } from '../../pages/html.ts';
import { layout } from '../../pages/layout.ts';
import { postCard } from '../../pages/post-card.ts';
import type { World } from '../../world/world.ts';

/** The page of an account with its posts, to which a post that is not public links. */
export function profileRoute(world: World): Route {
  return {
    method: 'GET',
    path: '/@:username',
    handle: ({ params }) => {
      const account = world.accounts.findByUsername('tiktok', params['username'] ?? '');
      if (!account)
        return {
          status: 404,
          html: layout({
            title: 'TikTok sandbox',
            body: html`<main class="single"><h1>There is no such account</h1></main>`,
          }),
        };
      const posts = world.posts.of('tiktok').filter(({ accountId }) => accountId === account.id);
      const body = html`<main class="single"><p class="eyebrow"><a href="/?network=tiktok">TikTok</a>, simulated by the sandbox</p>
<h1>@${account.username}</h1>
${posts.map((post) => postCard(world, post)).reverse()}</main>`;
      return { status: 200, html: layout({ title: `@${account.username} · TikTok sandbox`, body }) };
    },
  };
}
