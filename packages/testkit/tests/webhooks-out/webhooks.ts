import { type Api, type ApiAnswer, schemaErrors, type Workspace } from '@social/testkit';
import { expect } from 'vitest';

/** An endpoint as the API answered its creation. */
export interface MadeEndpoint {
  readonly id: string;
  readonly path: string;
  readonly secret: string;
}

/** Creates an endpoint. */
export async function createEndpoint(api: Api, url: string, kinds?: readonly string[]): Promise<MadeEndpoint> {
  const { status, body, text } = await api('POST', '/api/webhook-endpoints', {
    body: { url, ...(kinds && { kinds }) },
  });
  expect(status, text).toBe(201);
  return { id: body.endpoint.id, path: `/api/webhook-endpoints/${body.endpoint.id}`, secret: body.secret };
}

/** Lists the deliveries of an endpoint, oldest first. */
export async function deliveriesOf(api: Api, { path }: Pick<MadeEndpoint, 'path'>): Promise<ApiAnswer['body'][]> {
  return (await api('GET', `${path}/deliveries?limit=100`)).body.deliveries.toReversed();
}

/** Parses the body of a delivery, which the contract describes. */
export function eventOf(body: string): ApiAnswer['body'] {
  expect(schemaErrors('WebhookEvent', body)).toEqual([]);
  return JSON.parse(body);
}

/** Reads the recorded events of a workspace after a number. */
export async function eventsOf({ api }: Workspace, after = 0): Promise<ApiAnswer['body'][]> {
  return (await api('GET', `/api/webhook-events?after=${after}&limit=100`)).body.events;
}
