import { schemaErrors } from '@social/testkit';
import { vi } from 'vitest';

/** An event of a stream. */
export interface StreamEvent {
  /** `change` or `reset`; empty if the server sent only an id to continue from. */
  readonly kind: string;
  readonly id: string;
  readonly topics: readonly string[];
  readonly postIds: readonly string[];
}

/** A stream of server-sent events. */
export interface EventReader {
  readonly status: number;
  readonly headers: Headers;
  /** The raw stream. */
  text(): string;
  readonly events: readonly StreamEvent[];
  /** Id of the last event, to continue from. */
  lastId(): string;
  hasEnded(): boolean;
  /** Waits for an event that names the topic, and the post if given. */
  until(topic: string, postId?: string, timeoutMs?: number): Promise<StreamEvent>;
  close(): void;
}

/** Opens a stream; data that departs from the contract fails the test. @param headers with key or cookie */
export async function openEvents(
  baseUrl: string,
  headers: Record<string, string>,
  query: string = '',
): Promise<EventReader> {
  const hangUp = new AbortController();
  const answer = await fetch(`${baseUrl}/api/events${query}`, { headers, signal: hangUp.signal });
  const events: StreamEvent[] = [];
  let text = '';
  let hasEnded = false;
  const read = async () => {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      const piece = decoder.decode(chunk, { stream: true });
      text += piece;
      const frames = (rest + piece).split('\n\n');
      rest = frames.pop() ?? '';
      events.push(...frames.flatMap(parseFrame));
    }
  };
  const reading = read()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
    });
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    events,
    lastId: () => events.at(-1)?.id ?? '',
    hasEnded: () => hasEnded,
    until: (topic, postId, timeoutMs = 5_000) =>
      vi.waitFor(() => {
        const found = events.find(
          ({ topics, postIds }) => topics.includes(topic) && (postId === undefined || postIds.includes(postId)),
        );
        if (!found) throw new Error(`no event of ${topic} ${postId ?? ''} in ${text}`);
        return found;
      }, timeoutMs),
    close() {
      hangUp.abort();
      void reading;
    },
  };
}

function parseFrame(frame: string): StreamEvent[] {
  const fields = new Map(
    frame
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)] as const),
  );
  const id = fields.get('id');
  if (id === undefined) return [];
  const data = fields.get('data');
  if (data === undefined) return [{ kind: '', id, topics: [], postIds: [] }];
  const errors = schemaErrors('Change', data);
  if (errors.length > 0) throw new Error(`${data} against the contract: ${errors.join('; ')}`);
  const { topics, postIds } = JSON.parse(data) as Pick<StreamEvent, 'topics' | 'postIds'>;
  return [{ kind: fields.get('event') ?? '', id, topics, postIds }];
}
