import type { ConnectedAccount, Session } from '../../driver.ts';
import { asString } from '../../http/lossless-json.ts';
import { callGraph } from '../../meta-graph/graph-call.ts';
import { orElse } from '../../platform-error.ts';
import type { InstagramApi } from './api.ts';

type Site = Pick<InstagramApi, 'graph' | 'webUrl'>;

/** Reads the address of a post, else that of the account. A failure changes nothing: the post is published. */
export async function readPermalink(api: Site, id: string, session: Session): Promise<string> {
  const request = { method: 'GET', path: `/${id}`, query: { fields: 'permalink' }, effect: 'none' } as const;
  const answer = await callGraph(api.graph, request, session).catch(orElse(null));
  const url = URL.parse(asString(answer?.body['permalink']) ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : profileUrl(api, session.account);
}

function profileUrl({ webUrl }: Site, { username }: ConnectedAccount): string {
  return username === null ? webUrl : `${webUrl}/${encodeURIComponent(username)}/`;
}
