import type { Fit } from '@social/post-input';
import { nearest } from '@social/rules/nearest';
import { CliError } from '../lib/errors.ts';
import { type NotesTemplate, parseNotesTemplate } from '../lib/post/release/notes-template.ts';
import { AnnounceError } from './announce-error.ts';

/** Options of a release tool's plugin, as they stand in the tool's configuration. The key never stands there. */
export interface AnnounceOptions {
  /** Platforms: `['profnet', 'microblog']`, or the same separated by commas. */
  readonly to: string | readonly string[];
  /** Slug of the profile; the default one when left out. */
  readonly profile?: string | undefined;
  /**
   * The text, made of `{product}`, `{version}`, `{date}`, `{notes}`, `{link}`, `{title}` and `{tag}`. Default: `{title}`, an
   * empty line, `{notes}`.
   */
  readonly text?: string | undefined;
  /** Keeps the `@` of names in the notes, which mentions them. */
  readonly mentions?: boolean | undefined;
  /** Handling of a text that is too long; `error` when left out. */
  readonly fit?: 'shorten' | 'thread' | 'error' | undefined;
  /** Stores a draft for somebody to approve; sends nothing. */
  readonly draft?: boolean | undefined;
  /** Sends nothing if it would cost more credits. */
  readonly maxCredits?: number | undefined;
  /** Announces though some platforms have a problem; succeeds when only some failed. */
  readonly continueOnPartial?: boolean | undefined;
  /** Set to false, every failure is a warning and does not fail the release. Default true. */
  readonly failOnError?: boolean | undefined;
  /** Path of the changelog that the release belongs to; it need not exist. Default `CHANGELOG.md`. */
  readonly changelog?: string | undefined;
}

/** The options with their defaults. */
export interface ReadOptions {
  readonly to: string[];
  readonly profile: string | undefined;
  readonly template: NotesTemplate;
  readonly mentions: boolean;
  readonly fit: Fit | undefined;
  readonly draft: boolean;
  readonly maxCredits: number | undefined;
  readonly continueOnPartial: boolean;
  readonly failOnError: boolean;
  readonly changelog: string;
}

const FITS: readonly Fit[] = ['shorten', 'thread', 'error'];
const NAMES: readonly string[] = [
  ...[
    'to',
    'profile',
    'text',
    'mentions',
    'fit',
    'draft',
    'maxCredits',
    'continueOnPartial',
    'failOnError',
    'changelog',
  ],
];
const KEY_NAMES = /^(api-?key|key|token|secret|password)$/i;

/** Reads the options of a plugin. @throws {AnnounceError} naming the option that is unknown or has a wrong value */
export function readOptions(given: Readonly<Record<string, unknown>>): ReadOptions {
  for (const name of Object.keys(given)) checkKnown(name);
  const to = listOf(given['to']);
  if (to.length === 0) throw refuse('Say where to publish: to: ["profnet", "microblog"]');
  return {
    to,
    profile: textOf(given, 'profile'),
    template: templateOf(textOf(given, 'text') ?? '{title}\n\n{notes}'),
    mentions: flagOf(given, 'mentions', false),
    fit: fitOf(given['fit']),
    draft: flagOf(given, 'draft', false),
    maxCredits: creditsOf(given['maxCredits']),
    continueOnPartial: flagOf(given, 'continueOnPartial', false),
    failOnError: flagOf(given, 'failOnError', true),
    changelog: textOf(given, 'changelog') ?? 'CHANGELOG.md',
  };
}

function checkKnown(name: string): void {
  if (NAMES.includes(name)) return;
  if (KEY_NAMES.test(name)) throw refuse(`${name} does not belong in a file: set SOCIAL_API_KEY in the job`);
  const near = nearest(name, NAMES);
  const advice = near === undefined ? `; options: ${NAMES.join(', ')}` : `: did you mean ${near}?`;
  throw refuse(`There is no option ${JSON.stringify(name)}${advice}`);
}

function listOf(given: unknown): string[] {
  const values = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given : [];
  return values.map((value) => {
    if (typeof value !== 'string' || value.trim() === '')
      throw refuse('to takes names of platforms, none of them empty');
    return value.trim();
  });
}

function textOf(given: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.trim() === '') throw refuse(`${name} must be a text that is not empty`);
  return value;
}

function templateOf(text: string): NotesTemplate {
  try {
    return parseNotesTemplate(text, 'text');
  } catch (error) {
    if (error instanceof CliError) throw refuse(error.message, ...error.report.hints);
    throw error;
  }
}

function fitOf(given: unknown): Fit | undefined {
  const fit = FITS.find((one) => one === given);
  if (given !== undefined && fit === undefined) throw refuse(`fit must be one of ${FITS.join(', ')}`);
  return fit;
}

function flagOf(given: Readonly<Record<string, unknown>>, name: string, otherwise: boolean): boolean {
  const value = given[name] ?? otherwise;
  if (typeof value !== 'boolean') throw refuse(`${name} must be true or false`);
  return value;
}

function creditsOf(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 0) {
    throw refuse('maxCredits must be a whole number, 0 or more');
  }
  return given;
}

function refuse(message: string, ...hints: readonly string[]): AnnounceError {
  return new AnnounceError('usage', message, [...hints, 'Nothing was sent.']);
}
