import type { Schema } from '@social/types';
import { client } from '../../api/client.ts';

/** Change at the server; null when everything must be read again. */
export type Change = Schema<'Change'> | null;

/** Longest wait for the first byte, which never arrives behind a proxy that buffers answers. */
const GREETING_MS = 10_000;
/** The server sends something every 15 seconds; after a longer silence the connection is dead. */
const SILENCE_MS = 40_000;

interface StreamOptions {
  /** Id of the last event received. */
  since: string | null;
  signal: AbortSignal;
  /** Called with the first byte: from now on the server reports changes. */
  onGreeting: () => void;
  /** Receives the id from which the next stream continues. */
  onPosition: (id: string) => void;
  onChange: (change: Change) => void;
}

/** Thrown when the server refuses the stream. */
export class StreamRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the server answered ${status} instead of opening the event stream`);
    this.status = status;
  }
}

/**
 * Reads the server's events until the server ends the stream. `EventSource` hides a proxy that buffers the stream, the
 * status of a refusal, and the ids of events without data.
 * @throws {StreamRefusal} or an error of the network, also after too long a silence
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function readEventStream({ since, signal, ...listeners }: StreamOptions): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), GREETING_MS);
  try {
    const { data, response } = await client.raw.GET('/api/events', {
      params: { query: since === null ? {} : { since } },
      parseAs: 'stream',
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!data) throw new StreamRefusal(response.status);
    const parse = createParser(listeners);
    let isGreeted = false;
    const reader = data.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      if (!isGreeted) listeners.onGreeting();
      isGreeted = true;
      parse(piece.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a function that takes the text of the stream piece by piece; an empty line ends an event. Parsers that follow
 * the standard drop events without data, and with them the ids that carry the position.
 */
function createParser({ onPosition, onChange }: Pick<StreamOptions, 'onPosition' | 'onChange'>) {
  let rest = '';
  return (text: string) => {
    const blocks = `${rest}${text}`.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map(fieldOf));
      const [event, id, data] = [fields.get('event'), fields.get('id'), fields.get('data')];
      if (event === 'reset') onChange(null);
      if (event === 'change' && data) onChange(JSON.parse(data) as Change);
      if (id) onPosition(id);
    }
  };
}

function fieldOf(line: string): [name: string, value: string] {
  const [name = ''] = line.split(':', 1);
  return [name, line.slice(name.length + 1).replace(/^ /, '')];
}
