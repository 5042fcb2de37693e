import { globSync, readFileSync } from 'node:fs';

// What exists on Linux, and not on every system that the programs are for. The tests may use it, the programs may not.
const RULES = [
  [
    /(?<=['"`\s=(])\/(?:proc|sys|dev|tmp|etc|var|usr|home|opt|bin|run)(?=['"`/\s])/,
    'a path that Windows lacks: use node:os and join()',
  ],
  [/['"`]SIG(?:HUP|USR1|USR2|STOP|CONT|QUIT|TSTP|TTIN|TTOU|ALRM|CHLD|PIPE)['"`]/, 'a signal that Windows lacks'],
  [/process\.kill\((?![^,()]+,\s*0\))/, 'a signal by process id: Windows ends the process, whatever the signal'],
  [/\bkill\(\s*-/, 'a process group, which Windows lacks'],
  [/\b[fl]?ch(?:mod|own)(?:Sync)?\(/, 'a mode or an owner of a file, which Windows ignores'],
  [/\bmode\b\)? & 0o/, 'a mode of a file, which says nothing on Windows'],
  [/process\.(?:get|set)e?[ug]id(?!\?\.)\b/, 'a user id, which Windows lacks: call it with ?.()'],
  [/\benv(?:\.|\[['"])HOME\b/, 'a variable that Windows lacks: use homedir()'],
  [/\bglobSync\((?!.*\bsep\b)/, 'a path of a glob, which has \\ on Windows: split it at sep'],
  [/\.sock['"`]/, 'a socket of the file system, which Windows lacks: listen on loopback'],
  [/fsyncSync\((?:folder|directory)\)/, 'a folder that is synced, which Windows refuses'],
  [/['"`](?:setpriv|taskset|nohup|xdg-open|lsof|uname|which|sudo|ps)['"`]/, 'a program that Windows lacks'],
  [
    /\b(?:spawn|spawnSync|execFile|execFileSync|runFile|runProgram|capture|run)\(\s*['"](?:sh|bash|npm|npx|pnpm|turbo|redocly|social\S*)['"]/,
    'a script, which Windows starts only in a shell: give its file to process.execPath',
  ],
  [/export \$\{/, 'a line for a POSIX shell, which PowerShell refuses'],
  [/node:path\/posix|\bposix\.(?:join|resolve|sep)/, 'a kind of path that Windows lacks: use node:path'],
  [/import\.meta\.url\)\.pathname/, 'a path as in an address, which begins with / before a drive: use fileURLToPath()'],
];
// Files that take paths apart; elsewhere a slash belongs to an address.
const PATH_RULE = [
  /\.(?:startsWith|endsWith|split|lastIndexOf)\(['"]\/['"]\)/,
  'a path by its slashes: use isAbsolute(), dirname(), sep',
];

// A comment on the line or on the three above it lets a line through. The first one asks the file to look at process.platform.
const GUARDED = /\/\/ (?:Not on Windows|Linux only): \w/;
const HARMLESS = /\/\/ Every system: \w/;

const PROGRAMS = 'packages/!(testkit)/src/**/*.ts';
// A build runs these too.
const BUILDING = '{apps/docs/src/*.ts,packages/*/scripts/*}';
const SCRIPTS = ['demo', 'dev', 'programs', 'turbo', 'visitor', 'changelog'].map((name) => `scripts/${name}.mjs`);

const given = process.argv.slice(2);
const files =
  given.length > 0
    ? given
    : [...globSync([PROGRAMS, BUILDING]), ...SCRIPTS].filter((path) => !/\.test\.ts$/.test(path));
const problems = files.flatMap(check);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function check(path) {
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n');
  const rules = /from 'node:path'/.test(text) ? [...RULES, PATH_RULE] : RULES;
  const isGuarding = text.includes('process.platform');
  return lines.flatMap((line, index) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) return [];
    const found = rules.filter(([pattern]) => pattern.test(line));
    const around = lines.slice(Math.max(0, index - 3), index + 1).join('\n');
    if (found.length === 0 || HARMLESS.test(around)) return [];
    const place = `${path}:${index + 1}`;
    if (!GUARDED.test(around)) return found.map(([, what]) => `${place}: ${what}. See scripts/check-systems.mjs`);
    return isGuarding ? [] : [`${place}: marked as not for every system, but the file never looks at process.platform`];
  });
}
