import type { FileType } from '@social/rules';
import { extensionOf } from './media-address.ts';

/** Most characters of a name, the extension included. */
const MAX_LENGTH = 100;
/** Controls, and the marks that reorder text or draw nothing. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
const EXTENSION = /\.[a-z0-9]{1,5}$/i;

/** Makes a file's name fit for messages and networks: without folders and unsafe characters. @returns null when nothing is left */
export function cleanFileName(given: string): string | null {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = last.normalize('NFC').replace(UNSAFE, '').replaceAll(/\s+/g, ' ').trim();
  if (name === '' || name === '.' || name === '..') return null;
  const characters = Array.from(name);
  if (characters.length <= MAX_LENGTH) return name;
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return characters.slice(0, MAX_LENGTH - extension.length).join('') + extension;
}

/** Name of the file at an address: the last part of its path. @returns null for an address without one */
export function fileNameAt(url: string): string | null {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return cleanFileName(decodeURIComponent(last));
  } catch {
    return cleanFileName(last);
  }
}

/** Names a file for which nobody has a name. */
export function nameOfType({ kind, contentType }: FileType): string {
  return `${kind}.${extensionOf(contentType)}`;
}

/** Name of a file in another type. */
export function renamed(name: string, contentType: string): string {
  return `${name.replace(EXTENSION, '')}.${extensionOf(contentType)}`;
}
