import type { Deletion, Session } from '../driver.ts';
import { ignore, PlatformError } from '../platform-error.ts';
import { callGraph, type GraphApi } from './graph-call.ts';

/** An object, and the codes of the refusal that it gets when it does not exist; they may have other reasons, too. */
export interface GraphNode {
  readonly id: string;
  readonly missing: readonly string[];
  /** Path of a list that needs the same permission, without which the network may say of every object that it does not exist. */
  readonly list?: string;
  /** The object whose deletion deletes this one. */
  readonly parent?: GraphNode;
}

/** Deletes an object. The network refuses a deletion with the same code for several reasons, so that a read tells what is gone. */
export async function deleteNode(api: GraphApi, node: GraphNode, session: Session): Promise<Deletion> {
  const request = { method: 'DELETE', path: `/${node.id}`, effect: 'change' } as const;
  try {
    const { body, broken } = await callGraph(api, request, session);
    if (body['success'] !== true) throw broken();
    return 'deleted';
  } catch (error) {
    if (isMissing(error, node) && (await isGone(api, node, session))) return 'gone';
    throw error;
  }
}

/** Reads whether the network no longer has an object, as far as the connection may see that. */
export async function isGone(api: GraphApi, node: GraphNode, session: Session): Promise<boolean> {
  const { id, list, parent } = node;
  const isShown = async (path: string) => {
    const request = { method: 'GET', path: `/${path}`, query: { fields: 'id' }, effect: 'none' } as const;
    const answer = await callGraph(api, request, session).catch(ignore((error) => isMissing(error, node)));
    return answer !== undefined;
  };
  if (await isShown(id)) return false;
  if (list === undefined || (await isShown(list))) return true;
  return parent !== undefined && isGone(api, parent, session);
}

function isMissing(error: unknown, { missing }: GraphNode): boolean {
  return error instanceof PlatformError && missing.includes(error.upstreamCode ?? '');
}
