import { once } from '@social/platforms/guarded';
import type { HandlersOf } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { createEventStream } from '../replies/event-stream.ts';

/** Live changes of a workspace. */
export function eventRoutes({ live }: Pick<Services, 'live'>): HandlersOf<'events'> {
  return {
    async streamEvents({ query, principal, http }) {
      const events = createEventStream();
      // A browser that connects again sends the header, which is newer than the query of its first address.
      const since = http.header('Last-Event-ID') ?? query.since ?? null;
      try {
        const leave = await live.open(principal, since, { ...events, isAllowed: http.isStillAllowed });
        once(events.body, 'close', leave);
      } catch (error) {
        events.body.destroy();
        throw error;
      }
      return { status: 200, events };
    },
  };
}
