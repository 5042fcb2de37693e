import { OPERATIONS, type OperationId } from '@social/types';
import type { Attack, HostileRequest } from './attack.ts';
import type { Possessions } from './hostile-workspace.ts';
import { largestBody, largestQuery, MISSING_ID } from './largest.ts';
import { type Worst, worstCases } from './worst-cases.ts';

const AT_ONCE = 16;
/** The largest JSON body that the server reads. */
const LARGEST_BODY = 256 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
/** What ends a session, a connection or an endpoint comes last. */
const LAST: readonly string[] = ['deleteWebhookEndpoint', 'disconnectPlatform', 'signOut'];
const IDS = (Object.keys(OPERATIONS) as OperationId[]).sort((a, b) => LAST.indexOf(a) - LAST.indexOf(b));

/** Fills in the path of an operation with what the workspace has. */
function pathOf(id: OperationId, had: Possessions): string {
  const { path } = OPERATIONS[id];
  const ids: Readonly<Record<string, string>> = {
    id: ['updatePost', 'cancelPost'].includes(id) ? (had.scheduled[1] ?? '') : had.published,
    draftId: had.drafts[0].id,
    profileId: id === 'deleteProfile' ? MISSING_ID : had.workspace.profileId,
    keyId: had.spareKeyId,
    endpointId: had.endpointId,
    deliveryId: had.deliveryId,
    platform: id === 'disconnectPlatform' ? 'microblog' : 'mastodon',
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? MISSING_ID);
}

/** The attacks of a workspace: every operation, in each of its expensive ways. */
export function attacksOfWorkspace(had: Possessions, pageUrl: string): Attack[] {
  const cases = worstCases(had, pageUrl);
  return IDS.flatMap((id) =>
    (cases[id] ?? [{}]).map((worst: Worst) => {
      const { method, path, auth } = OPERATIONS[id];
      const body = worst.body ?? largestBody(method, path);
      const isJson = body !== undefined && !(body instanceof Uint8Array);
      const cookie = id === 'signOut' ? had.spareCookies : had.cookies;
      const request = (key: string): HostileRequest => ({
        method,
        path: `${worst.path ?? pathOf(id, had)}${worst.query ?? largestQuery(method, path)}`,
        headers: {
          // Limits per client would end what the workspace is to do.
          'x-forwarded-for': '%address%',
          ...(auth === 'session' || id === 'signOut' ? { cookie } : { authorization: `Bearer ${key}` }),
          ...(isJson && JSON_TYPE),
          ...worst.headers,
        },
        body: isJson && typeof body === 'object' ? JSON.stringify(body) : (body as string | Uint8Array | undefined),
      });
      const name = worst.what === undefined ? id : `${id}, ${worst.what}`;
      return { name, requests: had.keys.map(request), atOnce: AT_ONCE, reads: worst.reads ?? 'everything' };
    }),
  );
}

/** The attacks of a client without credentials: the operations of each tag, and addresses of nothing. */
export function attacksOfStranger(): Attack[] {
  const body = JSON.stringify('x'.repeat(LARGEST_BODY - 2));
  const byTag = Map.groupBy(Object.values(OPERATIONS), ({ tag }) => tag);
  const ofTags = [...byTag].map(([tag, operations]) => ({
    name: `stranger: ${tag}`,
    requests: operations.map(({ method, path }) => ({
      ...{ method, path: path.replace('{platform}', 'mastodon').replaceAll(/\{\w+\}/g, MISSING_ID) },
      ...(method === 'GET' ? { headers: {} } : { headers: JSON_TYPE, body }),
    })),
    atOnce: AT_ONCE,
    ...(tag === 'events' && { reads: 'head' as const }),
  }));
  const gets = (paths: readonly string[]) => paths.map((path) => ({ method: 'GET', path, headers: {} }));
  return [
    ...ofTags,
    {
      name: 'stranger: unknown addresses',
      requests: gets(['/assets/%n%.js', '/%n%', '/api/%n%', `/${'%2e/'.repeat(3_000)}`]),
      atOnce: AT_ONCE,
    },
    { name: 'stranger: pages', requests: gets(['/', '/assets/', '/healthz', '/reference']), atOnce: AT_ONCE },
    {
      name: 'stranger: 200 connections that read nothing',
      requests: gets(['/openapi.json']),
      atOnce: 200,
      reads: 'nothing',
    },
  ];
}
