import type { Reply, Route } from '../../../http/route.ts';
import { findAccount, handleOf } from '../accounts.ts';
import { refuse, refuseRequest, upstreamFailure } from '../errors.ts';
import { didDocument } from '../identity/did-document.ts';
import { flag, integer, optional, parameters, text, type ValueOf } from '../lexicon/schema.ts';
import type { BlueskyState } from '../state.ts';
import { publicQuery, type Request } from '../xrpc/endpoint.ts';
import { addressOf, partsOf } from './addresses.ts';
import { commitOf } from './commit.ts';

const repo = text({ format: 'AT identifier' });
const collection = text({ format: 'NSID' });
const did = text({ format: 'DID' });
const defaultLimit = 50;

const getInput = parameters({
  ...{ repo, collection, rkey: text({ format: 'record key' }) },
  cid: optional(text({ format: 'CID string' })),
});
const listInput = parameters({
  ...{ repo, collection, limit: optional(integer({ minimum: 1, maximum: 100 })) },
  ...{ cursor: optional(text()), reverse: optional(flag()) },
});

/** Reading repositories, which needs no token. */
export function repoReadRoutes(state: BlueskyState): readonly Route[] {
  const id = 'com.atproto.repo';
  const read = { operation: 'read' } as const;
  return [
    publicQuery({
      ...{ ...read, id: `${id}.getRecord`, input: getInput },
      handle: (request) => showRecord(state, request),
    }),
    publicQuery({
      ...{ ...read, id: `${id}.listRecords`, input: listInput },
      handle: (request) => listRecords(state, request),
    }),
    publicQuery({
      ...{ ...read, id: `${id}.describeRepo`, input: parameters({ repo }) },
      handle: (request) => describeRepo(state, request),
    }),
    publicQuery({
      ...{ ...read, id: 'com.atproto.sync.getLatestCommit', input: parameters({ did }) },
      handle: ({ input }) => {
        if (!findAccount(state.world, input.did))
          refuse(400, 'RepoNotFound', `Could not find repo for DID: ${input.did}`);
        return { status: 200, json: { ...commitOf(state, input.did) } };
      },
    }),
  ];
}

function showRecord(state: BlueskyState, { input }: Request<ValueOf<typeof getInput>>): Reply {
  const owner = findAccount(state.world, input.repo);
  // The server asks elsewhere for repositories that are not its own, and reaches nobody here.
  if (!owner) return upstreamFailure();
  const uri = addressOf({ did: owner.id, collection: input.collection, key: input.rkey });
  const record = state.records.get(uri);
  if (!record || (input.cid !== undefined && input.cid !== record.cid)) {
    return refuse(400, 'RecordNotFound', `Could not locate record: ${uri}`);
  }
  return { status: 200, json: { uri, cid: record.cid, value: record.value } };
}

/** Lists records by key, the greatest first. */
function listRecords(state: BlueskyState, { input }: Request<ValueOf<typeof listInput>>): Reply {
  const owner = findAccount(state.world, input.repo);
  if (!owner) return refuseRequest(`Could not find repo: ${input.repo}`);
  const { limit = defaultLimit, cursor, reverse = false } = input;
  const prefix = `at://${owner.id}/${input.collection}/`;
  const isAfter = (key: string) => cursor === undefined || (reverse ? key > cursor : key < cursor);
  const wanted = [...state.records].filter(([uri]) => uri.startsWith(prefix) && isAfter(uri.slice(prefix.length)));
  const sorted = wanted.sort(([a], [b]) => (a < b === reverse ? -1 : 1)).slice(0, limit);
  const records = sorted.map(([uri, { cid, value }]) => ({ uri, cid, value }));
  const last = records.at(-1);
  return { status: 200, json: { records, cursor: last && partsOf(last.uri)?.key } };
}

function describeRepo(state: BlueskyState, { input, call }: Request<{ readonly repo: string }>): Reply {
  const owner = findAccount(state.world, input.repo);
  if (!owner) return refuse(400, 'RepoNotFound', `Could not find repo for DID: ${input.repo}`);
  const own = [...state.records.keys()].flatMap((uri) => partsOf(uri) ?? []).filter((each) => each.did === owner.id);
  const json = {
    ...{ handle: handleOf(owner), did: owner.id, didDoc: didDocument(state, owner, call.base) },
    ...{ collections: [...new Set(own.map((each) => each.collection))].sort(), handleIsCorrect: true },
  };
  return { status: 200, json };
}
