import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../../src/programs/server-process.ts';

/** This repository, which the action is a part of. */
const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

/** A step as a workflow or an action has it. */
export interface Step {
  readonly id?: string;
  /** `a.b == 'c'`. */
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, unknown>>;
}

/** `action.yml` of a composite action. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

/** Result of steps. */
export interface JobEnd {
  readonly code: number | null;
  readonly printed: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, string>>;
/** Values that expressions name: `inputs.to`, `steps.social.outputs.json` … */
type Contexts = Readonly<Record<string, Values>>;

/** Replaces every `${{ a.b || c.d }}` of a text by its value. @throws Error for an expression of another form */
export function evaluate(template: unknown, contexts: Contexts): string {
  return String(template ?? '').replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_all, expression: string) => {
    for (const operand of expression.split(/\s*\|\|\s*/)) {
      const [, context = '', name = ''] = /^(\w+(?:\.[\w-]+\.outputs)?)\.([\w-]+)$/.exec(operand) ?? [];
      const values = contexts[context];
      if (!values) throw new Error(`cannot evaluate ${operand}`);
      if (values[name]) return values[name];
    }
    return '';
  });
}

function holds(condition: string | undefined, contexts: Contexts): boolean {
  if (condition === undefined) return true;
  const [, operand = '', wanted] = /^(\w+\.\w+) == '(\w*)'$/.exec(condition) ?? [];
  return evaluate(`\${{ ${operand} }}`, contexts) === wanted;
}

/** Runs one step of shell code as a runner does, with separate files for its summary and outputs. */
export async function runShell(script: string, cwd: string, env: Values): Promise<JobEnd> {
  using directory = temporaryDirectory();
  const [code, summary, output] = ['code.sh', 'summary', 'output'].map((name) => join(directory.path, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([writeFile(code, script), writeFile(summary, ''), writeFile(output, '')]);
  const files = { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output };
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', code], {
    ...{ cwd, env: { ...env, ...files }, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const printed = await Promise.all([ended, text(child.stdout as never), text(child.stderr as never)]);
  return {
    code: printed[0],
    printed: printed[1] + printed[2],
    summary: await readFile(summary, 'utf8'),
    outputs: readOutputs(await readFile(output, 'utf8')),
  };
}

function readOutputs(written: string): Record<string, string> {
  const pattern = /^([\w-]+)(?:=(.*)|<<(.+)\n([\s\S]*?)\n?^\3)$/gm;
  return Object.fromEntries(
    Array.from(written.matchAll(pattern), ([, name = '', line, , lines = '']) => [name, line ?? lines]),
  );
}

/** An action as a step names it, and the scope in its `owner.json`. */
export interface Used {
  /** `owner/name@ref`. */
  readonly uses: string;
  readonly scope: string;
  /** Set for a checkout in which nothing has been built. */
  readonly isBare?: boolean;
}

/** Checks the action out where a runner does. */
function checkOut({ uses, scope, isBare = false }: Used): Disposable & { readonly path: string } {
  const temporary = temporaryDirectory();
  const path = join(temporary.path, '_actions', ...uses.split(/[/@]/));
  mkdirSync(path, { recursive: true });
  for (const name of isBare ? [] : ['packages', 'node_modules']) symlinkSync(join(REPOSITORY, name), join(path, name));
  writeFileSync(join(path, 'owner.json'), JSON.stringify({ scope, owner: '', repository: '' }));
  return { path, [Symbol.dispose]: () => temporary[Symbol.dispose]() };
}

/** Runs a composite action. Inputs that were not given are their defaults. */
export async function runAction(
  action: Action,
  given: Values,
  job: { cwd: string; env: Values; used: Used },
): Promise<JobEnd> {
  using checkout = checkOut(job.used);
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
  const inputs: Values = { ...Object.fromEntries(defaults), ...given };
  let end: JobEnd = { code: 0, printed: '', summary: '', outputs: {} };
  const outputs: Record<string, Values> = Object.fromEntries(
    action.runs.steps.map(({ id = '' }) => [`steps.${id}.outputs`, {}]),
  );
  for (const { id = '', run = '', shell, env = {} } of action.runs.steps) {
    if (shell !== 'bash') throw new Error('a step of an action names its shell');
    const contexts: Contexts = { inputs, env: job.env, ...outputs };
    const own = Object.entries(env).map(([name, value]) => [name, evaluate(value, contexts)]);
    const given = { GITHUB_ACTION_PATH: checkout.path, ...job.env, ...Object.fromEntries(own) };
    const step = await runShell(evaluate(run, contexts), job.cwd, given);
    outputs[`steps.${id}.outputs`] = step.outputs;
    end = { ...step, printed: end.printed + step.printed, summary: end.summary + step.summary };
    if (step.code !== 0) break;
  }
  const values = Object.entries(action.outputs).map(([name, { value }]) => [name, evaluate(value, outputs)]);
  return { ...end, outputs: Object.fromEntries(values) };
}

/** Runs the steps of a job: shell code, and this project's action before anybody has published it. Actions of GitHub are left out. */
export async function runSteps(
  steps: readonly Step[],
  action: Action,
  job: { cwd: string; env: Values; contexts: Contexts },
): Promise<JobEnd[]> {
  const ends: JobEnd[] = [];
  const contexts: Record<string, Values> = { ...job.contexts };
  for (const step of steps) {
    if (step.uses?.startsWith('actions/') || !holds(step.if, job.contexts)) continue;
    const read = (values: Readonly<Record<string, unknown>> = {}) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, evaluate(value, contexts)]));
    const env = { ...job.env, ...read(step.env) };
    const end = step.uses
      ? await runAction(action, read(step.with), { cwd: job.cwd, env, used: { uses: step.uses, scope: '' } })
      : await runShell(evaluate(step.run, contexts), job.cwd, env);
    if (step.id) contexts[`steps.${step.id}.outputs`] = end.outputs;
    ends.push(end);
    if (end.code !== 0) break;
  }
  return ends;
}
