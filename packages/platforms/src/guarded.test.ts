import { spawn } from 'node:child_process';
import { once as nextEvent } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { after, every, type Fault, on, once, onFault, soon } from './guarded.ts';

let faults: Fault[];
let forget: () => void;
beforeEach(() => {
  faults = [];
  forget = onFault((fault) => faults.push(fault));
});
afterEach(() => forget());

const broken = new Error('broken');
const fail = (): never => {
  throw broken;
};

describe('a listener that throws', () => {
  let server: Server;
  let url: string;
  beforeEach(async () => {
    server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test.each([
    ['at once', fail],
    ['later', () => Promise.reject(broken)],
  ])('%s ends the connection of its request, and no other', async (_when, listener) => {
    on(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === '/fine') response.end('fine');
      else return listener();
    });
    await expect(fetch(`${url}/broken`)).rejects.toThrow('fetch failed');
    expect(await (await fetch(`${url}/fine`)).text()).toBe('fine');
    expect(faults).toEqual([{ error: broken, event: 'request' }]);
  });

  test('ends the response that it listens to', async () => {
    on(server, 'request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === '/fine') response.end('fine');
      else {
        once(response, 'pipe', fail);
        new PassThrough().pipe(response);
      }
    });
    await expect(fetch(`${url}/broken`)).rejects.toThrow('fetch failed');
    expect(await (await fetch(`${url}/fine`)).text()).toBe('fine');
  });

  test('ends the stream that it listens to', async () => {
    const stream = new PassThrough();
    on(stream, 'data', fail);
    stream.write('x');
    await nextEvent(stream, 'close');
    expect(faults).toEqual([{ error: broken, event: 'data' }]);
  });

  test('ends the worker that it listens to', async () => {
    const program = 'process.send("ready"); setInterval(() => undefined, 1_000)';
    const worker = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    on(worker, 'message', fail);
    expect(await nextEvent(worker, 'exit')).toEqual([null, 'SIGKILL']);
    expect(faults).toEqual([{ error: broken, event: 'message' }]);
  });

  test('on a signal ends nothing else', async () => {
    const control = new AbortController();
    let heard = 0;
    on(control.signal, 'abort', fail);
    on(control.signal, 'abort', () => {
      heard += 1;
    });
    control.abort();
    await delay(1);
    expect([faults.length, heard]).toEqual([1, 1]);
  });
});

describe('a timer that throws', () => {
  test.each([
    ['once', (owner: PassThrough) => after(1, fail, owner)],
    ['again and again', (owner: PassThrough) => every(1, fail, owner)],
  ])('%s ends its owner', async (_how, start) => {
    const owner = new PassThrough();
    const timer = start(owner);
    await nextEvent(owner, 'close');
    clearTimeout(timer);
    expect(faults[0]).toEqual({ error: broken, event: 'timer' });
  });

  test('before the next event ends nothing', async () => {
    soon(fail);
    await new Promise((resolve) => setImmediate(resolve));
    expect(faults).toEqual([{ error: broken, event: 'timer' }]);
  });
});

describe('listening', () => {
  test('ends where it is ended, and after the first event where only that was asked for', () => {
    const stream = new PassThrough();
    const heard: string[] = [];
    const end = on(stream, 'custom', (name: string) => heard.push(`on ${name}`));
    once(stream, 'custom', (name: string) => heard.push(`once ${name}`));
    stream.emit('custom', 'a');
    end();
    stream.emit('custom', 'b');
    expect(heard).toEqual(['on a', 'once a']);
  });

  test('hands over no fault after its end', async () => {
    forget();
    after(0, fail);
    // Timers of one length end in the order in which they were set.
    await delay(1);
    expect(faults).toEqual([]);
  });
});
