import { inputError, quote } from './report.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Things of which one is looked for by the beginning of its id. */
export interface Searched {
  readonly thing: 'post' | 'draft';
  /** Says which ones are compared: `recent` when only the newest are. */
  readonly which?: 'recent';
  /** Ids that the beginning is compared with. Read only when it is needed. */
  readonly ids: () => AsyncIterable<string>;
}

/**
 * The whole id that an id, or its beginning, names.
 * @throws {ReportedError} when nothing that was compared has such an id, or several have
 */
export async function findIdByBeginning(given: string, { thing, which, ids }: Searched): Promise<string> {
  if (UUID.test(given)) return given;
  const list = `See the ${thing}s with: social ${thing} list`;
  if (!/^[0-9a-f][0-9a-f-]{7,35}$/i.test(given)) throw inputError(`${quote(given)} is not the id of a ${thing}`, list);
  const matches: string[] = [];
  for await (const id of ids()) if (id.startsWith(given.toLowerCase())) matches.push(id);
  const [only, ...others] = matches;
  const name = which === undefined ? thing : `${which} ${thing}`;
  if (only === undefined) throw inputError(`No ${name} has an id that begins with ${given}`, list);
  if (others.length > 0) throw inputError(`${matches.length} ${thing}s begin with ${given}: ${matches.join(', ')}`);
  return only;
}
