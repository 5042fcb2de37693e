import { ERROR_CODES } from '@social/types';
import contract from '@social/types/openapi.json' with { type: 'json' };
import type { CommandLine } from './commands.ts';
import { code, paragraphs, table } from './markdown.ts';
import type { Page } from './places.ts';

interface Help {
  readonly meaning: string;
  readonly next: string;
}

/** The catalogue of errors, with meaning and next step. @throws {Error} naming codes without an explanation */
export function errorPage({ exitCodes }: CommandLine): Page {
  const help: Readonly<Record<string, Help>> = contract['x-error-help'];
  const codes = Object.entries(ERROR_CODES);
  const unexplained = codes.flatMap(([name]) => (help[name] ? [] : [name]));
  const unknown = Object.keys(help).filter((name) => !(name in ERROR_CODES));
  if (unexplained.length > 0) throw new Error(`specs/openapi.yaml: x-error-help lacks ${unexplained.join(', ')}`);
  if (unknown.length > 0)
    throw new Error(`specs/openapi.yaml: x-error-help explains what is no code: ${unknown.join(', ')}`);
  const text = paragraphs(
    '# Errors',
    'One catalogue of codes serves HTTP answers (`{"error", "code", "requestId", "details"?}`), results per platform, the ' +
      'exit codes of the command and the errors of the SDK. `error` is a sentence for people and may be reworded; `code` ' +
      'stays. _Again_ says whether the same request may succeed later. For a result per platform the status is what the ' +
      'same trouble would be as an answer of its own.',
    table(
      ['code', 'HTTP', 'again', 'exit code'],
      codes.map(([name, { status, retryable }]) => [
        `[${code(name)}](#${name})`,
        status,
        retryable ? 'yes' : 'no',
        exitCodes[name] ?? 1,
      ]),
    ),
    ...codes.map(([name, { status, retryable }]) =>
      paragraphs(
        `## ${name} {#${name}}`,
        help[name]?.meaning,
        `**What to do:** ${help[name]?.next}`,
        `HTTP ${status} · ${retryable ? 'trying again can help' : 'trying again does not help'} · exit code ${exitCodes[name] ?? 1}`,
      ).trimEnd(),
    ),
  );
  return { path: 'errors.md', text };
}
