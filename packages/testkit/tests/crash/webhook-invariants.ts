import { outcomeOf } from '@social/rules';
import type { Observation, ObservedEvent, ObservedPost, ObservedTarget } from './observation.ts';

/** Kinds that a post has once at most, whatever happens to it. */
const ONCE = ['post.scheduled', 'post.published', 'post.missed', 'post.canceled', 'post.unpublished'];

/** Every outcome has its event, no event was invented, and each has reached a receiver that answered 200. */
export function eventsAreTrue(observed: Observation): string[] {
  if (observed.webhooks === null) return [];
  const { events, received } = observed.webhooks;
  return [...outcomesHaveEvents(observed, events), ...numbersAreDense(events), ...eventsArrived(events, received)];
}

function outcomesHaveEvents({ posts, targets }: Observation, events: readonly ObservedEvent[]): string[] {
  const byPost = Map.groupBy(
    events.filter(({ kind }) => kind.startsWith('post.')),
    ({ object_id }) => object_id,
  );
  const known = new Set(posts.map(({ id }) => id));
  const invented = [...byPost.keys()].filter((id) => !known.has(id)).map((id) => `an event of no post: ${id}`);
  const wrong = posts.flatMap((post) => {
    const outcome = outcomeOfPost(
      post,
      targets.filter(({ post_id }) => post_id === post.id),
    );
    const kinds = (byPost.get(post.id) ?? []).map(({ kind }) => kind);
    return [
      ...(outcome === 'pending' || kinds.at(-1) === `post.${outcome}`
        ? []
        : [
            `${outcome}, ${kinds.length === 0 ? 'without an event' : `and the events are ${kinds.join(', ')}`}: ${post.id}`,
          ]),
      ...ONCE.filter((kind) => kinds.filter((one) => one === kind).length > 1).map(
        (kind) => `${kind} twice: ${post.id}`,
      ),
    ];
  });
  return [...invented, ...wrong];
}

function outcomeOfPost({ status }: ObservedPost, targets: readonly ObservedTarget[]): string {
  const platformResults = Object.fromEntries(
    targets.map(({ state, removed_at }, index) => [
      index,
      { state, ...(removed_at !== null && { removedAt: removed_at }) },
    ]),
  );
  return outcomeOf({ status, platformResults } as Parameters<typeof outcomeOf>[0]);
}

/** The numbers of a workspace have no gap: a reader would take one for a lost event. */
function numbersAreDense(events: readonly ObservedEvent[]): string[] {
  return [...Map.groupBy(events, ({ workspace_id }) => workspace_id)].flatMap(([workspaceId, ofWorkspace]) => {
    const numbers = ofWorkspace.map(({ number }) => number).toSorted((one, other) => one - other);
    const isDense = numbers.every((number, index) => number === index + 1);
    return isDense ? [] : [`events numbered ${numbers.join(', ')} in ${workspaceId}`];
  });
}

/** Each event has arrived, the same bytes every time, and nothing else has. */
function eventsArrived(
  events: readonly ObservedEvent[],
  received: readonly { readonly id: string; readonly body: string }[],
): string[] {
  const bodies = Map.groupBy(received, ({ id }) => id);
  const recorded = new Map(events.map((event) => [event.id, event]));
  return [
    ...events.filter(({ id }) => !bodies.has(id)).map(({ id, kind }) => `never received: ${kind} ${id}`),
    ...[...bodies.keys()].filter((id) => !recorded.has(id)).map((id) => `received, but never recorded: ${id}`),
    ...[...bodies].flatMap(([id, list]) =>
      new Set(list.map(({ body }) => body)).size > 1 ? [`received with several bodies: ${id}`] : [],
    ),
    ...[...bodies].flatMap(([id, list]) => {
      const { type, number } = JSON.parse(list[0]?.body ?? '{}') as { type?: string; number?: number };
      const event = recorded.get(id);
      const isRight = !event || (event.kind === type && event.number === number);
      return isRight ? [] : [`recorded as ${event.kind} ${event.number}, received as ${type} ${number}`];
    }),
  ];
}
