import type { ByteReader } from '../byte-reader.ts';
import type { Bytes } from '../bytes.ts';
import { type FoundFacts, seenSize } from '../file-look.ts';

/** What may stand before the drawing: its beginning and its end. */
const BEFORE: readonly (readonly [string, string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!DOCTYPE', '>'],
  ['<!doctype', '>'],
];
const ROOT = /^<(?:[a-z]+:)?svg[\s>/]/;
const HEAD_BYTES = 4_096;

/** Returns true for a drawing in XML. */
export function isSvg(head: Bytes): boolean {
  return rootOf(head.text(0, HEAD_BYTES)) !== null;
}

/** Reads the size of a drawing, in pixels or else in its own units. @see SVG 2 sections 5.1 and 8.6 */
export async function lookAtSvg(reader: ByteReader): Promise<FoundFacts> {
  const root = rootOf((await reader.upTo(0, HEAD_BYTES)).text()) ?? '';
  const tag = root.slice(0, (root.indexOf('>') + 1 || root.length + 1) - 1);
  const [, , boxWidth, boxHeight] = (attribute(tag, 'viewBox') ?? '').trim().split(/[\s,]+/);
  const width = pixels(attribute(tag, 'width') ?? boxWidth);
  const height = pixels(attribute(tag, 'height') ?? boxHeight);
  return { size: seenSize(width, height), frames: 1, hasTransparency: true };
}

function rootOf(text: string): string | null {
  let at = text.startsWith('\xef\xbb\xbf') ? 3 : 0;
  for (;;) {
    while (text.charCodeAt(at) <= 0x20) at += 1;
    const skipped = BEFORE.find(([begin]) => text.startsWith(begin, at));
    if (!skipped) break;
    at = endOf(text, at, skipped[1]);
    if (at < 0) return null;
  }
  const root = text.slice(at);
  return ROOT.test(root) ? root : null;
}

/** Returns where what may stand before the drawing ends; -1 when it does not. */
function endOf(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from);
  if (end < 0) return -1;
  // The type of a document may hold declarations, which have ends of their own.
  const isWithDeclarations = mark === '>' && text.slice(from, end).includes('[');
  return isWithDeclarations ? endOf(text, from, ']>') : end + mark.length;
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s?=\\s?["']([^"']{0,100})["']`).exec(tag)?.[1];
}

function pixels(value: string | undefined): number {
  return /^\d+(?:\.\d+)?(?:px)?$/.test(value ?? '') ? Math.round(Number.parseFloat(value ?? '')) : 0;
}
