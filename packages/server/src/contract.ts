import { isBlankText, isLanguage, nearest } from '@social/rules';
import { type components, isTarget, PLATFORM_IDS } from '@social/types';
import openapi from '@social/types/openapi.json' with { type: 'json' };
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import ajvFormats from 'ajv-formats';
import { parseInstant } from './clock.ts';

/** A value that breaks the contract: the field as a path, and the end of a sentence that says what to do. */
export interface ContractError {
  readonly field: string;
  readonly problem: string;
  /** For programs: `suggestion` is the known name closest to a misspelt one. */
  readonly details: { readonly suggestion?: string };
}

const CONTROL_BIDI_OR_BREAK = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ufeff]/u;

// A check in development validates the contract itself; doing so at every start would double the time to load it.
function makeAjv(): Ajv {
  const made = new Ajv({
    strict: false,
    validateSchema: false,
    allErrors: false,
    useDefaults: true,
    coerceTypes: false,
    verbose: true,
  });
  ajvFormats.default(made, ['email', 'uuid', 'date-time']);
  made.addFormat('instant', (text) => parseInstant(text) !== null);
  made.addFormat('display-name', (text) => !isBlankText(text) && !CONTROL_BIDI_OR_BREAK.test(text));
  made.addFormat('media-url', true);
  made.addFormat('target', isTarget);
  made.addFormat('uri', (text) => URL.canParse(text));
  made.addFormat('language', isLanguage);
  return made.addSchema(openapi, 'contract');
}

/** Made at the first use, since adding the contract takes ten milliseconds. */
let ajv: Ajv | undefined;

/** Looks up the part of the contract that a `$ref` names. */
export function lookUp(ref: string): unknown {
  return ref
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], openapi);
}

const compiled = new Map<string, ValidateFunction>();

/** Returns the validator of a part of the contract, compiled at its first use. @param pointer JSON pointer */
export function validatorAt(pointer: string): () => ValidateFunction {
  return () => {
    const known = compiled.get(pointer);
    if (known) return known;
    ajv ??= makeAjv();
    const validator = ajv.compile({ $ref: `contract#${pointer}` });
    compiled.set(pointer, validator);
    return validator;
  };
}

/** Checks a value against a named schema of the contract and fills in its defaults. */
export function contractErrors(name: keyof components['schemas'], value: unknown, field: string): ContractError[] {
  const validate = validatorAt(`/components/schemas/${name}`)();
  return validate(value) ? [] : describeErrors(validate.errors ?? [], field, value);
}

/** Turns validation errors into fields and sentences, the most helpful first. Never repeats the value itself. */
export function describeErrors(errors: readonly ErrorObject[], root: string, value: unknown): ContractError[] {
  // A value with two allowed forms gets an error per form; the error of a matching type helps more than a wrong type.
  const helpful = errors.filter(({ keyword }) => keyword !== 'oneOf').sort((one, other) => rank(one) - rank(other));
  return helpful.map((error) => {
    const unknown = unknownFieldIn(error);
    if (unknown !== undefined) return describeUnknown(error, root, unknown);
    const missing = error.keyword === 'required' ? `.${error.params['missingProperty']}` : '';
    const field = `${placeOf(error, root)}${missing}`.replace(/^\./, '') || 'body';
    return { field, problem: describe(error, value), details: {} };
  });
}

const rank = ({ keyword }: ErrorObject) => (keyword === 'type' ? 1 : 0);

function placeOf({ instancePath }: ErrorObject, root: string): string {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${showName(part)}`));
  return `${root}${path.join('')}`;
}

/** The unknown field of an error; for a missing field, the unknown field that looks like its misspelling. */
function unknownFieldIn({ keyword, params, data, parentSchema }: ErrorObject): string | undefined {
  if (keyword === 'additionalProperties') return String(params['additionalProperty']);
  if (keyword !== 'required' || parentSchema?.['additionalProperties'] !== false) return undefined;
  const known = Object.keys(parentSchema['properties'] as object);
  // Comparing names is slow, and the misspelling is among the first of a real request.
  const first = Object.keys(data as object).slice(0, known.length + 20);
  return first.find((name) => !known.includes(name) && nearest(name, known) === params['missingProperty']);
}

function describeUnknown(error: ErrorObject, root: string, name: string): ContractError {
  const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object);
  const field = `${placeOf(error, root)}.${showName(name)}`.replace(/^\./, '');
  return { field, ...unknownName('a known field', name, known) };
}

/** Describes a name that is not known, and suggests the closest known name. @param what the expected kind of name, for the message */
export function unknownName(what: string, given: string, known: readonly string[]): Omit<ContractError, 'field'> {
  const near = nearest(given, known);
  const advice = near === undefined ? `; known are ${known.join(', ') || 'none'}.` : `; did you mean ${near}?`;
  return {
    problem: `is not ${what}${advice} Nothing was done`,
    details: near === undefined ? {} : { suggestion: near },
  };
}

/** Prepares a name from a caller for a message: short, without characters that could deceive a reader. */
export function showName(name: string): string {
  return name.replace(/[^\w[\].:-]/g, '?').slice(0, 40) || '?';
}

function describe(error: ErrorObject, value: unknown): string {
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${withArticle(String(params['type']))}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must have at most ${params['limit']} characters`;
    case 'minItems':
      return `needs at least ${params['limit']}`;
    case 'maxItems':
      return `takes at most ${params['limit']}`;
    case 'minimum':
      return `must be ${params['limit']} or more`;
    case 'maximum':
      return `must be ${params['limit']} or less`;
    case 'uniqueItems':
      return 'has the same value twice';
    case 'pattern':
    case 'format':
      return describeForm(error, value);
    default:
      return 'has a form that is not accepted';
  }
}

const FORMS: Readonly<Record<string, string>> = {
  '^[a-z0-9-]{1,32}$': 'must be a short name of 1 to 32 lower-case letters, digits and dashes',
  instant: 'must be a real date and time with an offset, like 2026-12-01T09:00:00Z',
  email: 'must be an e-mail address',
  uuid: 'must be a UUID',
  '^[1-9][0-9]{0,3}$': 'must be a number from 1 to 9999, in quotes, like "22"',
  language: 'must be a known language in the form en, pt-BR or zh-Hant-TW',
  [String.raw`^\s*([Tt][Rr][Uu][Ee]|1|[Yy][Ee][Ss]|[Oo][Nn]|[Ff][Aa][Ll][Ss][Ee]|0|[Nn][Oo]|[Oo][Ff][Ff])\s*$`]:
    'must be true or false',
  '^[0-9]{1,19}$': 'must be a numeric id written as a string of at most 19 digits',
  '^[A-Za-z0-9_]{1,15}$': 'must be a user name of 1 to 15 letters, digits or underscores, without @',
  '^[A-Za-z0-9._]{1,30}$': 'must be the name of an account, without @',
  [String.raw`^[A-Za-z0-9._]{1,30}(@[01](\.[0-9]{1,4})?:[01](\.[0-9]{1,4})?)?$`]:
    'must be the name of an account, without @ before it, alone or with its place, like acme@0.5:0.8',
  uri: 'must be a whole address, like https://example.org/notes',
  '^[ -~]+$': 'must be printable ASCII characters',
  '^[!-~]+$': 'must be printable ASCII characters without spaces',
  '^[A-Za-z0-9_-]{43}$': 'must be 43 letters, digits, dashes or underscores, as base64url writes 256 bits',
  '^[A-Za-z0-9_-]{16,128}$': 'must be 16 to 128 letters, digits, dashes or underscores',
  '^[A-Za-z0-9._~-]{43,128}$': 'must be 43 to 128 letters, digits, dots, dashes, underscores or tildes',
};

const TARGET_FORMS = ['target', '^[a-z]+(:[a-z0-9-]{1,32})?$'];

function describeTarget(value: unknown): string {
  const platforms = `must be one of ${PLATFORM_IDS.join(', ')}`;
  const isAccount = typeof value === 'string' && value.includes(':');
  return isAccount ? `${platforms}, or one of these with the name of an account, such as mastodon:news` : platforms;
}

function describeForm(error: ErrorObject, value: unknown): string {
  const form = String(error.params['format'] ?? error.params['pattern']);
  if (form === 'display-name') {
    return `must be a name of 1 to ${error.parentSchema?.['maxLength']} visible characters`;
  }
  if (form.startsWith('^urn:')) return 'must be a URN like urn:li:share:7141138937766391808';
  if (TARGET_FORMS.includes(form)) return describeTarget(value);
  return FORMS[form] ?? (value === '' ? 'must not be empty' : 'has a form that is not accepted');
}

function withArticle(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}
