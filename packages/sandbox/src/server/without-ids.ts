import { isRecord } from '../http/request-body.ts';
import type { Json, Reply } from '../http/route.ts';
import type { IdPlaces } from '../networks/network.ts';

/** Returns the same answer, without every id if it is a success. */
export function withoutIds(reply: Reply, { keys, within = [], headers = [] }: IdPlaces): Reply {
  if (reply.status >= 300) return reply;
  const strip = (value: Json | undefined): Json | undefined => {
    if (!isRecord(value)) return value;
    const kept = Object.entries(value).filter(([name]) => !keys.includes(name));
    return Object.fromEntries(kept.map(([name, member]) => [name, stripMember(name, member)]));
  };
  const stripMember = (name: string, member: Json | undefined): Json | undefined => {
    if (Array.isArray(member)) return within.includes(`${name}[]`) ? member.map((each) => strip(each) ?? null) : member;
    return within.includes(name) ? strip(member) : member;
  };
  const json = strip(reply.json);
  const keptHeaders = Object.entries(reply.headers ?? {}).filter(([name]) => !headers.includes(name));
  return { ...reply, headers: Object.fromEntries(keptHeaders), ...(json !== undefined && { json }) };
}
