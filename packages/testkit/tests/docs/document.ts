import { readFileSync } from 'node:fs';

/** A command at a prompt, with the lines that it prints; null where a document shows none. */
export interface ConsoleStep {
  readonly kind: 'command';
  readonly line: number;
  readonly command: string;
  readonly prints: readonly string[] | null;
}

/** A script that is run as a whole. */
export interface ScriptStep {
  readonly kind: 'script';
  readonly line: number;
  readonly script: string;
}

/** A file that a reader is to save before going on. */
export interface FileStep {
  readonly kind: 'file';
  readonly line: number;
  readonly path: string;
  readonly content: string;
}

/** A program of JavaScript or TypeScript. */
export interface ProgramStep {
  readonly kind: 'program';
  readonly line: number;
  readonly language: 'js' | 'ts';
  readonly content: string;
}

export type Step = ConsoleStep | ScriptStep | FileStep | ProgramStep;

/** A Markdown document as a reader would work through it. */
export interface Document {
  readonly steps: readonly Step[];
  /** Texts of the blocks of JSON. */
  readonly json: readonly string[];
  /** First lines of the blocks that are marked as not run here. */
  readonly notRun: readonly string[];
}

/** Languages of blocks that are shown and not run: configuration, data, drawings. */
const SHOWN = ['yaml', 'json', 'ini', 'text', 'nginx', 'caddyfile', 'dockerfile', 'mermaid'];
const FENCE =
  /(?:^<!-- not run: (?<why>.+?) -->\n\n?)?^(?<indent> *)```(?<info>.*)\n(?<body>[\s\S]*?)^\k<indent>```$/gm;

/** Reads a document. @throws Error naming the line of a block that the convention does not know */
export function readDocument(path: string): Document {
  return parseDocument(readFileSync(path, 'utf8'));
}

/** As `readDocument`, of the text itself. */
export function parseDocument(text: string): Document {
  const steps: Step[] = [];
  const notRun: string[] = [];
  const json: string[] = [];
  for (const { index, groups = {} } of text.matchAll(FENCE)) {
    const line = text.slice(0, index).split('\n').length;
    const { why, indent = '', info = '' } = groups;
    const body = (groups['body'] ?? '').replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    if (why === undefined) steps.push(...stepsOf(info.trim(), body, line));
    else notRun.push(body.split('\n')[0] ?? '');
    if (info.trim() === 'json') json.push(body);
  }
  return { steps, json, notRun };
}

function stepsOf(info: string, content: string, line: number): Step[] {
  const [language = ''] = info.split(/\s/);
  const path = /\bfile=(\S+)/.exec(info)?.[1];
  if (path !== undefined) return [{ kind: 'file', line, path, content }];
  if (language === 'console') return commandsOf(content, line);
  if (language === 'sh') return [{ kind: 'script', line, script: content }];
  if (language === 'js' || language === 'ts') return [{ kind: 'program', line, language, content }];
  if (SHOWN.includes(language)) return [];
  throw new Error(`line ${line}: a block of ${language || 'no language'}; use console, sh, file=…, js, ts or data`);
}

function commandsOf(content: string, line: number): ConsoleStep[] {
  const steps: { kind: 'command'; line: number; command: string; prints: string[] | null }[] = [];
  for (const [offset, text] of content.replace(/\n$/, '').split('\n').entries()) {
    const last = steps.at(-1);
    if (text.startsWith('$ '))
      steps.push({ kind: 'command', line: line + 1 + offset, command: text.slice(2), prints: null });
    else if (!last) throw new Error(`line ${line}: a console block begins with "$ "`);
    else if (text.startsWith('> ') && last.prints === null) last.command += `\n${text.slice(2)}`;
    else last.prints = [...(last.prints ?? []), text];
  }
  return steps;
}
