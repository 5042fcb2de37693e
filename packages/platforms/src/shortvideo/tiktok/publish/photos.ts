import { shorten } from '@social/rules';
import type { OutgoingMedia } from '../../../driver.ts';
import type { TiktokApi } from '../api.ts';

/** In UTF-16 units. */
export const MAX_TITLE = 90;
const MAX_DESCRIPTION = 4000;
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The text of a photo post, in the network's two fields. */
export interface PhotoText {
  readonly title?: string;
  readonly description?: string;
}

/** Splits a text after its first line, which is the title. With a title, or where that line does not fit, all of it is the description. */
export function splitText(text: string, title: string | null): PhotoText {
  if (title !== null) return { title, ...(text !== '' && { description: shorten(text, MAX_DESCRIPTION) }) };
  const [, first = '', rest = ''] = /^([^\r\n]*)(?:\r\n|\r|\n)?([\s\S]*)$/.exec(text) ?? [];
  const isTitle = first.trim() !== '' && first.length <= MAX_TITLE;
  if (!isTitle) return { description: shorten(text, MAX_DESCRIPTION) };
  return { title: first, ...(rest !== '' && { description: shorten(rest, MAX_DESCRIPTION) }) };
}

/** Address from which the network fetches a file: over https only. A sandbox on this machine also takes plain http. */
export function fetchableAddress({ apiUrl }: TiktokApi, { publicUrl }: OutgoingMedia): string | null {
  const url = publicUrl === null ? null : URL.parse(publicUrl);
  if (!url) return null;
  const isSimulated = LOOPBACK.includes(URL.parse(apiUrl)?.hostname ?? '');
  return url.protocol === 'https:' || (isSimulated && LOOPBACK.includes(url.hostname)) ? url.href : null;
}
