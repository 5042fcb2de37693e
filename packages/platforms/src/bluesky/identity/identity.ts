import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { type NetworkAnswer, send } from '../../http/network-client.ts';
import { answerOfNamed } from '../../http/server-host.ts';
import { askBluesky } from '../api.ts';
import { blueskyDialect } from '../errors.ts';
import { type Directory, readServerAddress } from './directory.ts';
import { isHandle, quoted, wrongHandle } from './handle.ts';

const PLC = /^did:plc:[a-z2-7]{24}$/;
const WEB = /^did:web:([a-z0-9.-]+(?:%3A\d{1,5})?)$/;
/** Answers that are no document; the directory and web servers give them for what they do not have. */
const NO_DOCUMENT = [301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 410];

/** An account as its public document describes it. */
export interface Identity {
  readonly did: string;
  /** Name that the document claims; counts only when the name leads to the DID, too. */
  readonly handle: string | null;
  /** Base of the server that holds the account. */
  readonly serverUrl: string;
}

/** Returns true for a DID of one of the two methods that accounts may have. */
export function isDid(text: string): boolean {
  return PLC.test(text) || WEB.test(text);
}

/** Asks for the DID of a handle. @throws PlatformError when no account has it. @see https://atproto.com/specs/handle#handle-resolution */
export async function resolveHandle(handle: string, directory: Directory): Promise<string> {
  const server = { apiUrl: directory.resolverUrl, ...(directory.through && { through: directory.through }) };
  const request = { method: 'com.atproto.identity.resolveHandle', query: { handle }, effect: 'none' } as const;
  const { status, body, broken } = await askBluesky(server, { ...request, answers: NO_DOCUMENT }, directory);
  if (status !== 200) throw wrongHandle(`no account has the name ${handle}; check how it is written`);
  const did = asString(body?.['did']);
  if (did === null) throw broken();
  if (!isDid(did)) throw wrongHandle(`the name ${handle} leads to no account that can be connected; check the name`);
  return did;
}

/**
 * Reads the document of a DID.
 * @throws PlatformError for a document of another account, or one whose server may not be called
 * @see https://atproto.com/specs/did#did-documents
 */
export async function readIdentity(did: string, directory: Directory): Promise<Identity> {
  const url = documentUrl(did, directory);
  if (!url) throw wrongHandle('is not an account that can be connected; write its name as ada.bsky.social');
  const request = { method: 'GET', url, headers: { accept: 'application/json' }, through: directory.through };
  const limits = { effect: 'none', secrets: [], answers: NO_DOCUMENT } as const;
  const asked = send(blueskyDialect, { ...request, ...limits }, directory);
  const isNamed = WEB.test(did);
  const answer = await (isNamed ? answerOfNamed(asked, { platform: 'bluesky', field: 'handle' }) : asked);
  if (answer.status !== 200) throw wrongHandle(`nothing is known about the account ${did}; check the name`);
  return parseIdentity(did, answer, directory);
}

function documentUrl(did: string, directory: Directory): URL | null {
  if (PLC.test(did)) return new URL(`${directory.plcUrl}/${encodeURIComponent(did)}`);
  const host = WEB.exec(did)?.[1];
  if (host === undefined) return null;
  const address = decodeURIComponent(host);
  const base =
    readServerAddress(`https://${address}`, directory) ??
    (directory.isLocal ? readServerAddress(`http://${address}`, directory) : null);
  return base === null ? null : new URL(`${base}/.well-known/did.json`);
}

function parseIdentity(did: string, { body, broken }: NetworkAnswer, directory: Directory): Identity {
  if (!body) throw broken();
  if (body['id'] !== did)
    throw wrongHandle(`the identity of ${did} is that of another account; nothing was sent to it`);
  const endpoint = endpointIn(body);
  const serverUrl = readServerAddress(endpoint, directory);
  if (serverUrl === null) {
    // The rest of an address may hold a password.
    const host = typeof endpoint === 'string' ? URL.parse(endpoint)?.host : undefined;
    const problem = directory.isLocal ? 'is outside the sandbox' : 'is not a public one';
    const named = host ? `the server ${quoted(host)}, which ${problem}` : 'no server';
    throw wrongHandle(
      `the identity of the account names ${named}; nothing was sent to it, so ask the host of the account`,
    );
  }
  return { did, handle: handleIn(body), serverUrl };
}

function endpointIn({ service }: JsonObject): unknown {
  const services = (Array.isArray(service) ? service : []).map(asRecord);
  const server = services.find(
    (each) => asString(each?.['id'])?.endsWith('#atproto_pds') && each?.['type'] === 'AtprotoPersonalDataServer',
  );
  return server?.['serviceEndpoint'];
}

function handleIn({ alsoKnownAs }: JsonObject): string | null {
  const names = (Array.isArray(alsoKnownAs) ? alsoKnownAs : []).flatMap((name) => {
    const handle = asString(name)
      ?.replace(/^at:\/\//, '')
      .toLowerCase();
    return handle !== undefined && name !== handle && isHandle(handle) ? [handle] : [];
  });
  return names[0] ?? null;
}
