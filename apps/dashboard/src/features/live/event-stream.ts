import type { Schema } from '@social/types';
import { client } from '../../api/client.ts';

/** What the server says has changed; null: read everything again. */
export type Change = Schema<'Change'> | null;

/** How long the first byte may take: behind a proxy that gathers answers before it passes them on, none ever comes. */
const GREETING_MS = 10_000;
/** The server says something every 15 seconds; a line that is silent for longer is dead. */
const SILENCE_MS = 40_000;

interface StreamOptions {
  /** Id of the last event that was seen. */
  since: string | null;
  signal: AbortSignal;
  /** The stream is there: from now on changes are told. */
  onGreeting: () => void;
  /** Where the stream goes on when it is opened again. */
  onPosition: (id: string) => void;
  onChange: (change: Change) => void;
}

/** The server refused the stream. */
export class StreamRefusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the server answered ${status} instead of telling what changes`);
    this.status = status;
  }
}

/**
 * Reads the server's events until it ends the stream. `EventSource` is not used, because it neither shows that a proxy
 * holds back what the server says, nor why the server refuses, nor the ids of events without data.
 * @throws {StreamRefusal} or an error of the network, also when the line is silent for too long
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

/** Takes the text of the stream as it comes; an event ends with an empty line. */
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
