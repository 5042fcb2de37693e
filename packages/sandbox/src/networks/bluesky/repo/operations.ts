import { isRecord, jsonFields } from '../../../http/request-body.ts';
import type { Call } from '../../../http/route.ts';
import type { Operation } from '../../../world/operation.ts';
import { postCollection } from './addresses.ts';

/** The purpose of a call that writes a record: publishing for posts, an action for any other collection. */
export function writeOperation(call: Call): Operation {
  return isAboutPost(call) ? 'publish' : 'action';
}

/** The purpose of a call that changes several records: that of the change of a post among them. */
export function writesOperation({ body }: Call): Operation {
  const writes = jsonFields(body)?.['writes'];
  const given = Array.isArray(writes) ? writes.filter(isRecord) : [];
  const type = given.find(({ collection }) => collection === postCollection)?.['$type'];
  if (type === undefined) return 'action';
  return type === 'com.atproto.repo.applyWrites#delete' ? 'delete' : 'publish';
}

/** The purpose of a call that deletes a record. */
export function deleteOperation(call: Call): Operation {
  return isAboutPost(call) ? 'delete' : 'action';
}

function isAboutPost({ body }: Call): boolean {
  return jsonFields(body)?.['collection'] === postCollection;
}
