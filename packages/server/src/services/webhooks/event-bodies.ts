import type { Schema } from '@social/types';
import type { Queryable } from '../../store/schema.ts';
import { freezeBody, type WebhookEventRow } from '../../store/webhooks/webhook-events.ts';

export type WebhookEvent = Schema<'WebhookEvent'>;

/** Makes the object of an event as the API shows it. @returns undefined when the object is gone */
export type PresentObject = (event: WebhookEventRow) => Promise<WebhookEvent['data'] | undefined>;

export type EventBodies = ReturnType<typeof createEventBodies>;

/** Makes the service for what is sent of an event. It is made once and stored, so that every try sends the same bytes. */
export function createEventBodies(deps: { db: Queryable; presentObject: PresentObject }) {
  return {
    /** Returns the body of an event. @returns undefined when the event or its object is gone */
    async of(event: WebhookEventRow): Promise<string | undefined> {
      if (event.body !== null) return event.body;
      const data = await deps.presentObject(event);
      if (data === undefined) return undefined;
      const { id, kind: type, created_at: timestamp, number } = event;
      return freezeBody(deps.db, event, JSON.stringify({ id, type, timestamp, number, data }));
    },
  };
}
