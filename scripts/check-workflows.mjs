import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';

// The parser imports its schemas without the attribute that Node asks for.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/action-parser');

// A commit cannot be moved, as a tag can; the comment says for people which version it is.
const PINNED = /^\s*-? *uses: *[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
const OWN = /^\s*-? *uses: *\.\//;
const INSTALLS = /\b(?:npx|pnpm|yarn)\b|\bnpm (?:ci|exec|i|install|run)\b/;

const given = process.argv.slice(2);
const files =
  given.length > 0 ? given : [...globSync('.github/workflows/*.yml'), '.github/dependabot.yml', 'action.yml'];
const problems = (await Promise.all(files.map(check))).flat();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function check(path) {
  const text = readFileSync(path, 'utf8');
  const name = basename(path);
  if (name === 'dependabot.yml') return checkDependabot(path, text);
  const file = { name: path, content: text };
  if (name === 'action.yml') return errorsOf(parseAction(file, new NoOperationTraceWriter()));
  const parsed = parseWorkflow(file, new NoOperationTraceWriter());
  // Finds jobs that need one another in a circle.
  if (parsed.value) await convertWorkflowTemplate(parsed.context, parsed.value);
  const errors = errorsOf(parsed);
  return errors.length > 0 ? errors : checkCare(path, text);
}

function errorsOf({ context }) {
  return context.errors.getErrors().map(({ message }) => message);
}

function checkDependabot(path, text) {
  const schema = JSON.parse(readFileSync(new URL('schemas/dependabot-2.0.json', import.meta.url), 'utf8'));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  if (ajv.validate(schema, parse(text))) return [];
  return ajv.errors.map(({ instancePath, message }) => `${path}: ${instancePath || '/'} ${message}`);
}

/** Rules of this repository: few permissions, versions that do not move, and secrets that no script can print. */
function checkCare(path, text) {
  const { on, permissions, concurrency, jobs } = parse(text);
  const say = (where, what) => `${path}: ${where} ${what}`;
  const problems = text
    .split('\n')
    .filter((line) => /^\s*-? *uses:/.test(line) && !PINNED.test(line) && !OWN.test(line))
    .map((line) => say(line.trim(), 'is not pinned: write the commit, and the version behind # '));
  if (Object.keys(permissions ?? { missing: true }).length > 0) problems.push(say('permissions', 'begins with {}'));
  if (concurrency === undefined) problems.push(say('concurrency', 'is missing'));
  for (const [id, job] of Object.entries(jobs)) {
    if (typeof job.permissions !== 'object') problems.push(say(id, 'names no permissions of its own'));
    if (job['timeout-minutes'] === undefined) problems.push(say(id, 'has no timeout-minutes'));
    if (job.permissions?.['id-token'] === 'write' && job.steps.some(({ run = '' }) => INSTALLS.test(run)))
      problems.push(say(id, 'may publish, and runs code of other packages: install and build in another job'));
    // Such a run has the permissions of this repository, even when the branch of a fork began the other one.
    if (on?.workflow_run !== undefined && job.needs === undefined && !isOwnPush(job.if ?? ''))
      problems.push(say(id, 'starts after a run for anything: ask for its conclusion, event and head_repository'));
    for (const step of job.steps) problems.push(...checkStep(step).map((what) => say(`${id}:`, what)));
  }
  return problems;
}

function isOwnPush(condition) {
  return ['conclusion', 'event', 'head_repository.full_name'].every((key) =>
    condition.includes(`github.event.workflow_run.${key} ==`),
  );
}

function checkStep({ uses = '', run = '', with: inputs = {}, env = {} }) {
  const problems = [];
  if (uses.startsWith('actions/checkout@') && inputs['persist-credentials'] !== false) {
    problems.push('the checkout leaves its token to every step: persist-credentials: false');
  }
  if (run.includes('${{')) problems.push('a script holds an expression, whose value could be a script: give it as env');
  if (/^\s*set -[a-z]*x/m.test(run)) problems.push('a script prints its lines, and secrets with them: no set -x');
  const secrets = Object.keys(env).filter((name) => /\bsecrets\.|\bgithub\.token\b/.test(env[name]));
  // What is printed may go into another program, which reads it from stdin.
  const printed = run
    .split(/\n|;|&&|\|\|/)
    .filter((each) => /\b(?:echo|printf|printenv|cat)\b/.test(each) && !each.includes('|'));
  for (const name of secrets) {
    if (printed.some((each) => new RegExp(`\\b${name}\\b`).test(each)))
      problems.push(`a script prints the secret ${name}`);
  }
  return problems;
}
