import { globalAgent } from 'node:http';
import { Agent, type Dispatcher, EnvHttpProxyAgent, FormData, fetch, Request } from 'undici';
import { createHostLookup, type NameLookup, toSocketLookup } from './name-lookup.ts';

const CONNECT_TIMEOUT_MS = 5_000;

/** The HTTP client: its classes, which differ from Node's, and its connections. */
export interface Transport {
  readonly FormData: typeof FormData;
  readonly Request: typeof Request;
  readonly fetch: typeof fetch;
  readonly dispatcher: Dispatcher;
}

/** A transport that finds hosts without the thread pool, which password hashing and files may keep busy. */
export function createTransport(lookup: NameLookup): Transport {
  const connect = { lookup: toSocketLookup(lookup), autoSelectFamily: true, timeout: CONNECT_TIMEOUT_MS };
  // One request at a time on a connection: its progress can be observed.
  const options = { connect, allowH2: false, pipelining: 1 };
  // The operator has configured Node's own client to use the environment's proxy.
  const ofNode = 'options' in globalAgent ? globalAgent.options : null;
  const isProxied =
    typeof ofNode === 'object' && ofNode !== null && 'proxyEnv' in ofNode && ofNode.proxyEnv !== undefined;
  return { FormData, Request, fetch, dispatcher: isProxied ? new EnvHttpProxyAgent(options) : new Agent(options) };
}

/** The one transport of this process. */
export const transport = createTransport(createHostLookup());
