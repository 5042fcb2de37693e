import type { Json, Reply } from '../../http/route.ts';
import { type GraphRequest, text } from './request.ts';

const usualLimit = 25;
const maxLimit = 100;

/** One page of a list, with cursors, and the full address of the next page if there is one. */
export function pageOf(request: GraphRequest, entries: readonly Json[]): Reply {
  const { call, params } = request;
  const limit = Math.min(Math.max(Number(text(params, 'limit')) || usualLimit, 1), maxLimit);
  const start = positionOf(text(params, 'after'));
  const end = Math.min(start + limit, entries.length);
  const next = new URL(`${call.base}${call.path}`);
  next.search = call.query.toString();
  next.searchParams.set('limit', String(limit));
  next.searchParams.set('after', cursorAt(end));
  const paging = {
    cursors: { before: cursorAt(start), after: cursorAt(end) },
    ...(end < entries.length && { next: next.href }),
  };
  return { status: 200, json: { data: entries.slice(start, end), ...(entries.length > 0 && { paging }) } };
}

function cursorAt(position: number): string {
  return Buffer.from(`at ${position}`).toString('base64url');
}

function positionOf(cursor: string | undefined): number {
  return Number(/^at (\d{1,9})$/.exec(Buffer.from(cursor ?? '', 'base64url').toString())?.[1] ?? 0);
}
