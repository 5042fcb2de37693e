import { FITS, type Fit, type PostTime, type PublishInput } from '@social/post-input';
import { ReportedError } from '@social/post-input/report';
import { isTarget, PLATFORM_IDS, type Target } from '@social/types';
import { usageError } from '../../../lib/errors.ts';
import type { MediaOption } from '../../../lib/post/input/media-files.ts';
import { factsOf, type NamedSettings } from '../../../lib/post/input/settings.ts';
import { type NamedTarget, parseTarget } from '../../../lib/post/input/targets.ts';
import { didYouMean } from '../../../lib/text/nearest.ts';
import { quote } from '../../../lib/text/terminal-text.ts';
import { parsePostTime } from '../../../lib/text/time.ts';

// Each reader takes the value that YAML made of a field, and reports problems through `complain`.

export type Settings = Readonly<Record<string, string | string[] | boolean>>;
export type Texts = Readonly<Partial<Record<Target, string>>>;
/** Where in a field a problem is; empty for the whole of it. */
export type FieldPath = readonly (string | number)[];
type Complain = (message: string, ...path: FieldPath) => undefined;

export function readPlatforms(value: unknown, complain: Complain): NamedTarget[] {
  const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value;
  if (!Array.isArray(names) || names.length === 0) {
    complain(`say where it is published: platforms: [${PLATFORM_IDS.slice(0, 2).join(', ')}]`);
    return [];
  }
  return names.flatMap(
    (name: unknown) =>
      attempt(() => parseTarget(typeof name === 'string' ? name : JSON.stringify(name)), complain) ?? [],
  );
}

/** Makes a problem of the file of what the command would refuse. */
function attempt<Read>(read: () => Read, complain: Complain, ...path: readonly string[]): Read | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ReportedError)) throw error;
    return complain(error.message, ...path);
  }
}

export function readAt(value: string | undefined, complain: Complain): PostTime | undefined {
  return value === undefined ? undefined : attempt(() => parsePostTime(value, false, 'at'), complain);
}

export function readFit(value: string | undefined, complain: Complain): Fit | undefined {
  const fit = FITS.find((one) => one === value);
  return value === undefined || fit ? fit : complain(`fit is one of ${FITS.join(', ')}`);
}

export function readFlag(name: string, value: unknown, complain: Complain): boolean | undefined {
  return value === undefined || typeof value === 'boolean' ? value : complain(`${name} is true or false`);
}

export function readLabels(value: unknown, complain: Complain): string[] {
  const labels = typeof value === 'string' ? value.split(',').map((label) => label.trim()) : value;
  if (labels === undefined) return [];
  if (isTexts(labels) && labels.every((label) => label.trim() !== '')) return labels;
  complain('labels is a list of texts: labels: [launch]');
  return [];
}

export function readMediaList(value: unknown, complain: Complain): MediaOption[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) complain('media is a list: - path: picture.jpg', 0);
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item, index): MediaOption[] => {
    const { path, url, alt, ...others } = isObject(item) ? item : {};
    const source = path ?? url;
    const isOne = (path === undefined) !== (url === undefined) && typeof source === 'string' && source.trim() !== '';
    if (!isOne || Object.keys(others).length > 0 || (alt !== undefined && typeof alt !== 'string')) {
      complain('a medium has either path or url, and may have alt', index);
      return [];
    }
    if (url !== undefined && !/^https?:\/\//i.test(source)) complain('url begins with https:// or http://', index);
    if (path !== undefined && /^[a-z][a-z0-9+.-]+:\/\//i.test(source))
      complain('path is that of a file; an address is given as url', index);
    return [{ source, ...(typeof alt === 'string' && { alt }) }];
  });
}

export function readPoll(value: unknown, complain: Complain): PublishInput['poll'] {
  if (value === undefined) return undefined;
  const { options, minutes, question, multiple, ...others } = isObject(value) ? value : {};
  const isPoll =
    isTexts(options) &&
    typeof minutes === 'number' &&
    (question === undefined || typeof question === 'string') &&
    (multiple === undefined || typeof multiple === 'boolean') &&
    Object.keys(others).length === 0;
  if (!isPoll)
    return complain('poll has options (a list of texts) and minutes (a number), and may have question and multiple');
  return { ...(question !== undefined && { question }), options, minutes, ...(multiple && { multiple }) };
}

export function readMeta(value: unknown, complain: Complain): Settings | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return complain('meta has names and values, such as title: A title');
  const entries = Object.entries(value).map(([name, setting]) => {
    const isSetting = ['string', 'boolean', 'number'].includes(typeof setting) || isTexts(setting);
    if (!isSetting) complain(`${name} is neither a text nor a list of texts`, name);
    // Platforms take text where YAML reads a number: categoryId: 22.
    return [name, typeof setting === 'number' ? String(setting) : (setting as string | string[] | boolean)] as const;
  });
  return entries.length > 0
    ? Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : undefined;
}

/** Settings by the names of platforms and accounts. Which values they take is the server's to say. */
export function readSettings(value: unknown, complain: Complain): readonly NamedSettings[] {
  if (value === undefined) return [];
  if (!isObject(value)) {
    complain('settings has settings by platform, such as youtube: {madeForKids: false}');
    return [];
  }
  return Object.entries(value).flatMap(([name, own]): NamedSettings | [] => {
    if (!isObject(own)) {
      complain(`${name} has names and values, such as madeForKids: false`, name);
      return [];
    }
    return attempt(() => namedSettings(name, own), complain, name) ?? [];
  });
}

function namedSettings(name: string, own: Readonly<Record<string, unknown>>): NamedSettings {
  const named = parseTarget(name);
  const settings = Object.entries(own).map(([key, value]) => [key, asSetting(named, key, value)]);
  return { ...named, settings: Object.fromEntries(settings) };
}

/** The value, as text where YAML reads a number that the setting does not take: `categoryId: 22`. */
function asSetting(named: NamedTarget, name: string, value: unknown): unknown {
  const { type } = factsOf(named, name);
  if (type === 'array' && Array.isArray(value)) return value.map((one) => asText(one, name));
  return type === 'string' ? asText(value, name) : value;
}

/** @throws {CliError} for a number of which YAML has lost digits */
function asText(value: unknown, name: string): unknown {
  if (typeof value !== 'number') return value;
  if (Number.isSafeInteger(value)) return String(value);
  throw usageError(`${name} is a number that YAML reads without its last digits: put it in quotes`);
}

export function readTexts(value: unknown, complain: Complain): Texts {
  if (value === undefined) return {};
  if (!isObject(value)) {
    complain('text holds other texts by platform; the common text is below the front matter');
    return {};
  }
  for (const [name, text] of Object.entries(value)) {
    const [platform = ''] = name.split(':', 1);
    if (!isTarget(name)) complain(`${quote(name)} is not a platform${didYouMean(platform, PLATFORM_IDS)}`, name);
    if (typeof text !== 'string' || text.trim() === '') complain(`the text for ${name} is empty or no text`, name);
  }
  const texts = Object.entries(value).map(([name, text]) => [name, String(text).trimEnd()]);
  return Object.fromEntries(texts) as Texts;
}

/** Further texts: parts of a thread, or comments. */
export function readFurther(field: string, value: unknown, complain: Complain): string[] {
  if (value === undefined) return [];
  if (isTexts(value) && value.every((part) => part.trim() !== '')) return value.map((part) => part.trimEnd());
  complain(`${field} is a list of texts`, 0);
  return [];
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
