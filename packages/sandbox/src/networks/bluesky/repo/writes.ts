import { isRecord } from '../../../http/request-body.ts';
import type { Json, Reply, Route } from '../../../http/route.ts';
import { refuseRequest } from '../errors.ts';
import { InvalidValueError, unexpectedType } from '../lexicon/issue.ts';
import {
  flag,
  list,
  nullable,
  object,
  optional,
  type Schema,
  text,
  typed,
  union,
  type ValueOf,
} from '../lexicon/schema.ts';
import { spend, writePoints } from '../rate-limits.ts';
import type { BlueskyState, Commit } from '../state.ts';
import { requireOwnRepo, type UserRequest, userProcedure } from '../xrpc/endpoint.ts';
import { addressOf } from './addresses.ts';
import { commit, type Write } from './commit.ts';
import { findConflicts } from './conflicts.ts';
import { checkNumbers } from './ipld.ts';
import { deleteOperation, writeOperation, writesOperation } from './operations.ts';
import { type PreparedRecord, prepareRecord } from './prepare.ts';

const repo = text({ format: 'AT identifier' });
const collection = text({ format: 'NSID' });
const key = text({ format: 'record key' });
const cid = text({ format: 'CID string' });
const maxWrites = 200;

/** Any object without fractions. */
const anyRecord: Schema<object> = {
  check: (value, path) => {
    if (!isRecord(value)) throw new InvalidValueError(unexpectedType(value, ['object']), path);
    checkNumbers(value, path);
    return value;
  },
};

const createInput = object({
  ...{ repo, collection, rkey: optional(key), validate: optional(flag()) },
  ...{ record: anyRecord, swapCommit: optional(cid) },
});
const putInput = object({
  ...{ repo, collection, rkey: key, validate: optional(flag()), record: anyRecord },
  ...{ swapRecord: optional(nullable(cid)), swapCommit: optional(cid) },
});
const deleteInput = object({ repo, collection, rkey: key, swapRecord: optional(cid), swapCommit: optional(cid) });
const writesId = 'com.atproto.repo.applyWrites';
const applyInput = object({
  repo,
  validate: optional(flag()),
  writes: list(
    union<{ readonly collection: string; readonly rkey?: string | undefined; readonly value?: object }>(
      [
        typed(`${writesId}#create`, { collection, rkey: optional(key), value: anyRecord }),
        typed(`${writesId}#update`, { collection, rkey: key, value: anyRecord }),
        typed(`${writesId}#delete`, { collection, rkey: key }),
      ],
      { isClosed: true },
    ),
  ),
  swapCommit: optional(cid),
});

/**
 * Writing records.
 *
 * @see https://docs.bsky.app/docs/api/com-atproto-repo-put-record (read 2026-11-24)
 */
export function writeRoutes(state: BlueskyState): readonly Route[] {
  const id = 'com.atproto.repo';
  return [
    userProcedure(state, {
      ...{ id: `${id}.createRecord`, operation: writeOperation, input: createInput },
      handle: (request) => create(state, request),
    }),
    userProcedure(state, {
      ...{ id: `${id}.putRecord`, operation: writeOperation, input: putInput },
      handle: (request) => put(state, request),
    }),
    userProcedure(state, {
      ...{ id: `${id}.deleteRecord`, operation: deleteOperation, input: deleteInput },
      handle: (request) => remove(state, request),
    }),
    userProcedure(state, {
      ...{ id: writesId, operation: writesOperation, input: applyInput },
      handle: (request) => applyAll(state, request),
    }),
  ];
}

function create(state: BlueskyState, { input, caller }: UserRequest<ValueOf<typeof createInput>>): Reply {
  spend(state, 'writes', { subject: caller.account.id, points: writePoints.create });
  const { id: did } = requireOwnRepo(state, input.repo, caller);
  caller.permissions.requireRepo('create', input.collection);
  const { record, validate } = input;
  const draft = { did, collection: input.collection, key: input.rkey, record, validate, path: ['record'] };
  const prepared = prepareRecord(state, draft);
  const conflicts = validate === false ? [] : findConflicts(state, prepared);
  const writes: readonly Write[] = [
    ...conflicts.map((address) => ({ action: 'delete', address }) as const),
    { action: 'create', record: prepared },
  ];
  const made = commit(state, { did, writes, swapCommit: input.swapCommit });
  return { status: 200, json: present(prepared, made) };
}

/** Creates or overwrites a record. Writing what is there already changes nothing, whatever the caller expects there. */
function put(state: BlueskyState, { input, caller }: UserRequest<ValueOf<typeof putInput>>): Reply {
  spend(state, 'writes', { subject: caller.account.id, points: writePoints.update });
  const { id: did } = requireOwnRepo(state, input.repo, caller);
  for (const action of ['create', 'update'] as const) caller.permissions.requireRepo(action, input.collection);
  const { record, validate, swapRecord: swap, swapCommit } = input;
  const draft = { did, collection: input.collection, key: input.rkey, record, validate, path: ['record'] };
  const prepared = prepareRecord(state, draft);
  const current = state.records.get(prepared.uri);
  if (current?.cid === prepared.cid) return { status: 200, json: present(prepared) };
  const action = current ? 'update' : 'create';
  const made = commit(state, { did, writes: [{ action, record: prepared, swap }], swapCommit });
  return { status: 200, json: present(prepared, made) };
}

function remove(state: BlueskyState, { input, caller }: UserRequest<ValueOf<typeof deleteInput>>): Reply {
  spend(state, 'writes', { subject: caller.account.id, points: writePoints.delete });
  const { id: did } = requireOwnRepo(state, input.repo, caller);
  caller.permissions.requireRepo('delete', input.collection);
  const address = { did, collection: input.collection, key: input.rkey };
  if (!state.records.has(addressOf(address))) return { status: 200, json: {} };
  const { swapRecord: swap, swapCommit } = input;
  const made = commit(state, { did, writes: [{ action: 'delete', address, swap }], swapCommit });
  return { status: 200, json: { commit: { ...made } } };
}

function applyAll(state: BlueskyState, { input, caller }: UserRequest<ValueOf<typeof applyInput>>): Reply {
  const points = input.writes.reduce((sum, { $type }) => sum + writePoints[actionOf($type)], 0);
  spend(state, 'writes', { subject: caller.account.id, points });
  const { id: did } = requireOwnRepo(state, input.repo, caller);
  if (input.writes.length > maxWrites) refuseRequest(`Too many writes. Max: ${maxWrites}`);
  for (const { $type, collection: each } of input.writes) caller.permissions.requireRepo(actionOf($type), each);
  const writes = input.writes.map((given, index): Write => {
    const action = actionOf(given.$type);
    if (action === 'delete') return { action, address: { did, collection: given.collection, key: given.rkey ?? '' } };
    const path = ['writes', index, 'record'];
    const draft = { did, collection: given.collection, key: given.rkey, record: given.value ?? {}, path };
    return { action, record: prepareRecord(state, { ...draft, validate: input.validate }) };
  });
  const made = commit(state, { did, writes, swapCommit: input.swapCommit });
  return { status: 200, json: { commit: { ...made }, results: writes.map(resultOf) } };
}

function actionOf(type: string): Write['action'] {
  return type.slice(writesId.length + 1) as Write['action'];
}

function resultOf(write: Write): Json {
  const $type = `${writesId}#${write.action}Result`;
  if (write.action === 'delete') return { $type };
  const { cid: made, uri, validationStatus } = write.record;
  return { cid: made, uri, validationStatus, $type };
}

function present({ uri, cid: made, validationStatus }: PreparedRecord, commitMade?: Commit): Json {
  return { uri, cid: made, commit: commitMade && { ...commitMade }, validationStatus };
}
