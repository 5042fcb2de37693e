import { type Fields, InputError, readChoice, readCount, readText } from '../http/input.ts';
import { isRecord } from '../http/request-body.ts';
import { definitionOf } from '../networks/registry.ts';
import { networkIds } from '../world/network-ids.ts';
import type { Post } from '../world/posts.ts';
import type { World } from '../world/world.ts';

const maxCount = 1_000_000_000_000;

/** Fields of the call that sets the counters of a post. */
export const counterKeys = ['network', 'id', 'counters'];

/** Sets what people besides the sandbox's accounts did with a post. A counter that is left out keeps its number. */
export function setCounters(world: World, fields: Fields): Post {
  const network = readChoice(fields, 'network', networkIds);
  const post = world.posts.find(network, readText(fields, 'id', /^\S{1,500}$/));
  if (!post) throw new InputError(`${network} has no post with this id`, 404);
  const given = fields['counters'];
  if (!isRecord(given)) throw new InputError('counters has to be an object of whole numbers');
  const allowed = definitionOf(network).counters;
  const counters: Record<string, number> = {};
  for (const name of Object.keys(given)) {
    if (!allowed.includes(name)) {
      throw new InputError(`${network} has no counter ${name}; it has: ${allowed.join(', ') || 'none'}`);
    }
    const count = readCount(given, name, { min: 0, max: maxCount });
    if (count !== undefined) counters[name] = count;
  }
  post.counters = { ...post.counters, ...counters };
  return post;
}
