import { listed } from '../text/listed.ts';
import type { FileTells } from './look/file-look.ts';

/** Names what a file tells beside what it shows; null for nothing. */
export function toldBy({ tells }: { readonly tells?: FileTells | undefined }): string | null {
  const told = Object.entries(tells ?? {}).flatMap(([what, isTold]) => (isTold ? [what] : []));
  return told.length === 0 ? null : listed(told);
}
