import { FITS, type Fit, type PostTime, type PublishInput } from '@social/post-input';
import { isTarget, PLATFORM_IDS, type Target } from '@social/types';
import { CliError, usageError } from '../../../lib/errors.ts';
import type { MediaOption } from '../../../lib/post/input/media-files.ts';
import { factsOf, type NamedSettings } from '../../../lib/post/input/settings.ts';
import { type NamedTarget, parseTarget } from '../../../lib/post/input/targets.ts';
import { didYouMean } from '../../../lib/text/nearest.ts';
import { quote } from '../../../lib/text/terminal-text.ts';
import { parsePostTime } from '../../../lib/text/time.ts';

// Each reader takes the value that YAML made of a field, and reports problems through `complain`.

export type Settings = Readonly<Record<string, string | string[] | boolean>>;
export type Texts = Readonly<Partial<Record<Target, string>>>;
type Complain = (message: string) => undefined;

export function readPlatforms(value: unknown, complain: Complain): NamedTarget[] {
  const names = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value;
  if (!Array.isArray(names) || names.length === 0) {
    complain(`say where it is published: platforms: [${PLATFORM_IDS.slice(0, 2).join(', ')}]`);
    return [];
  }
  return names.flatMap((name: unknown) => {
    try {
      return [parseTarget(typeof name === 'string' ? name : JSON.stringify(name))];
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      complain(error.message);
      return [];
    }
  });
}

export function readAt(value: string | undefined, complain: Complain): PostTime | undefined {
  if (value === undefined) return undefined;
  try {
    return parsePostTime(value, false, 'at');
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
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

export function readMediaList(value: unknown, complain: (index: number, message: string) => undefined): MediaOption[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) complain(0, 'media is a list: - path: picture.jpg');
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item, index): MediaOption[] => {
    const { path, url, alt, ...others } = isObject(item) ? item : {};
    const source = path ?? url;
    const isOne = (path === undefined) !== (url === undefined) && typeof source === 'string' && source.trim() !== '';
    if (!isOne || Object.keys(others).length > 0 || (alt !== undefined && typeof alt !== 'string')) {
      complain(index, 'a medium has either path or url, and may have alt');
      return [];
    }
    if (url !== undefined && !/^https?:\/\//i.test(source)) complain(index, 'url begins with https:// or http://');
    if (path !== undefined && /^[a-z][a-z0-9+.-]+:\/\//i.test(source))
      complain(index, 'path is that of a file; an address is given as url');
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

export function readMeta(
  value: unknown,
  complain: (path: string[], message: string) => undefined,
): Settings | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return complain([], 'meta has names and values, such as title: A title');
  const entries = Object.entries(value).map(([name, setting]) => {
    const isSetting = ['string', 'boolean', 'number'].includes(typeof setting) || isTexts(setting);
    if (!isSetting) complain([name], `${name} is neither a text nor a list of texts`);
    // Platforms take text where YAML reads a number: categoryId: 22.
    return [name, typeof setting === 'number' ? String(setting) : (setting as string | string[] | boolean)] as const;
  });
  return entries.length > 0
    ? Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : undefined;
}

/** Settings by the names of platforms and accounts. Which values they take is the server's to say. */
export function readSettings(
  value: unknown,
  complain: (path: string[], message: string) => undefined,
): readonly NamedSettings[] {
  if (value === undefined) return [];
  if (!isObject(value)) {
    complain([], 'settings has settings by platform, such as youtube: {madeForKids: false}');
    return [];
  }
  return Object.entries(value).flatMap(([name, own]): NamedSettings[] => {
    if (!isObject(own)) {
      complain([name], `${name} has names and values, such as madeForKids: false`);
      return [];
    }
    try {
      const named = parseTarget(name);
      return [
        {
          ...named,
          settings: Object.fromEntries(Object.entries(own).map(([key, one]) => [key, asSetting(named, key, one)])),
        },
      ];
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      complain([name], error.message);
      return [];
    }
  });
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

export function readTexts(value: unknown, complain: (path: string[], message: string) => undefined): Texts {
  if (value === undefined) return {};
  if (!isObject(value)) {
    complain([], 'text holds other texts by platform; the common text is below the front matter');
    return {};
  }
  for (const [name, text] of Object.entries(value)) {
    const [platform = ''] = name.split(':', 1);
    if (!isTarget(name)) complain([name], `${quote(name)} is not a platform${didYouMean(platform, PLATFORM_IDS)}`);
    if (typeof text !== 'string' || text.trim() === '') complain([name], `the text for ${name} is empty or no text`);
  }
  const texts = Object.entries(value).map(([name, text]) => [name, String(text).trimEnd()]);
  return Object.fromEntries(texts) as Texts;
}

/** Further texts: parts of a thread, or comments. */
export function readFurther(
  field: string,
  value: unknown,
  complain: (index: number, message: string) => undefined,
): string[] {
  if (value === undefined) return [];
  if (isTexts(value) && value.every((part) => part.trim() !== '')) return value.map((part) => part.trimEnd());
  complain(0, `${field} is a list of texts`);
  return [];
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
