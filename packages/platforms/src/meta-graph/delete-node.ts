import type { Deletion, Session } from '../driver.ts';
import { PlatformError } from '../platform-error.ts';
import { callGraph, type GraphApi } from './graph-call.ts';

/** An object, and the codes of the refusal that it gets when it does not exist; they may have other reasons, too. */
export interface GraphNode {
  readonly id: string;
  readonly missing: readonly string[];
}

/** Deletes an object. The network refuses a deletion with the same code for several reasons, so that a read tells what is gone. */
export async function deleteNode(api: GraphApi, node: GraphNode, session: Session): Promise<Deletion> {
  const request = { method: 'DELETE', path: `/${node.id}`, effect: 'change' } as const;
  try {
    const { body, broken } = await callGraph(api, request, session);
    if (body['success'] !== true) throw broken();
    return 'deleted';
  } catch (error) {
    if (isMissing(error, node) && !(await isThere(api, node, session))) return 'gone';
    throw error;
  }
}

/** Reads whether the network still has an object. */
export async function isThere(api: GraphApi, node: GraphNode, session: Session): Promise<boolean> {
  const request = { method: 'GET', path: `/${node.id}`, query: { fields: 'id' }, effect: 'none' } as const;
  try {
    await callGraph(api, request, session);
    return true;
  } catch (error) {
    if (isMissing(error, node)) return false;
    throw error;
  }
}

function isMissing(error: unknown, { missing }: GraphNode): boolean {
  return error instanceof PlatformError && missing.includes(error.upstreamCode ?? '');
}
