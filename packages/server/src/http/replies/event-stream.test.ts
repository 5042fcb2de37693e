import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LiveEvent } from '../../services/live/live-changes.ts';
import { createEventStream } from './event-stream.ts';

const CHANGE: LiveEvent = { kind: 'change', id: '1.a', change: { topics: ['posts'], postIds: ['p1'] } };

describe('an event stream', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const read = ({ body }: ReturnType<typeof createEventStream>) => String(body.read() ?? '');

  it('writes events in the standard format', () => {
    const stream = createEventStream();
    stream.send({ kind: 'position', id: '1.z' });
    stream.send(CHANGE);
    stream.send({ kind: 'reset', id: '1.b' });
    expect(read(stream)).toBe(
      'retry: 2000\n\nid: 1.z\n\nevent: change\nid: 1.a\ndata: {"topics":["posts"],"postIds":["p1"]}\n\n' +
        'event: reset\nid: 1.b\ndata: {"topics":["posts","connections","profiles","usage","logs"],"postIds":[]}\n\n',
    );
    stream.body.destroy();
  });

  it('writes a comment every 15 seconds and ends after 10 minutes', () => {
    const stream = createEventStream();
    read(stream);
    vi.advanceTimersByTime(14_999);
    expect(read(stream)).toBe('');
    vi.advanceTimersByTime(1);
    expect(read(stream)).toBe(': keep-alive\n\n');
    vi.advanceTimersByTime(585_000);
    expect(stream.body.writableEnded).toBe(true);
  });

  it('drops a client that does not read', () => {
    const stream = createEventStream();
    for (let index = 0; index < 2_000 && !stream.body.destroyed; index += 1) stream.send(CHANGE);
    expect(stream.body.destroyed).toBe(true);
    expect(() => stream.send(CHANGE)).not.toThrow();
  });

  it('sends nothing after its end, and drops a client that does not read the end', () => {
    const stream = createEventStream();
    stream.end();
    stream.send(CHANGE);
    vi.advanceTimersByTime(1_000);
    expect(stream.body.destroyed).toBe(true);
  });
});
