/**
 * @typedef {object} Stage
 * @property {string | null} name
 * @property {string} from the base image
 * @property {Record<string, string>} env
 * @property {Record<string, string>} labels
 * @property {({kind: 'run', command: string, env: Record<string, string>, cwd: string, user: string}
 *   | {kind: 'copy', from: string | null, source: string, to: string}
 *   | {kind: 'folder', path: string})[]} steps what changes files, in their order
 * @property {string} cwd
 * @property {string} user
 * @property {string[]} volumes
 * @property {string[]} ports
 * @property {string} stopSignal
 * @property {string[] | null} healthCheck
 * @property {string[] | null} command
 */

/**
 * Reads the stages of a Dockerfile. It knows only what this repository's has: anything else is an error, so that no line goes
 * untried.
 * @param {Record<string, string>} args build arguments
 * @returns {Stage[]}
 */
export function readDockerfile(text, args = {}) {
  if (/^#\s*(?:syntax|escape|check)\s*=/im.test(text)) fail('a directive of the parser');
  const stages = [];
  let given = {};
  for (const line of linesOf(text)) {
    const [, word, rest] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? fail(line);
    if (word === 'FROM') {
      stages.push(begin(rest));
      given = {};
    } else if (word === 'ARG') {
      // Without a default: such an argument is empty unless the build gives it.
      const [, name] = /^(\w+)$/.exec(rest) ?? fail(line);
      given[name] = args[name] ?? '';
    } else {
      const apply = INSTRUCTIONS[word] ?? fail(line);
      apply(stages.at(-1) ?? fail(line), rest, { ...given, ...stages.at(-1).env });
    }
  }
  return stages;
}

/** Effect of each instruction on its stage; `known` are the variables that it may use. */
const INSTRUCTIONS = {
  WORKDIR(stage, path) {
    stage.cwd = /^\/[\w/]+$/.test(path) ? path : fail(path);
    stage.steps.push({ kind: 'folder', path });
  },
  COPY(stage, rest) {
    const [, from = null, source, to] = /^(?:--from=(\w+) )?([\w./-]+) ([\w./-]+)$/.exec(rest) ?? fail(rest);
    stage.steps.push({ kind: 'copy', from, source, to: to === '.' ? stage.cwd : to });
  },
  RUN(stage, command, known) {
    if (/^(--|\[)/.test(command)) fail(command);
    stage.steps.push({ kind: 'run', command, env: { ...known }, cwd: stage.cwd, user: stage.user });
  },
  ENV(stage, rest, known) {
    Object.assign(stage.env, pairsOf(rest, known));
  },
  LABEL(stage, rest, known) {
    Object.assign(stage.labels, pairsOf(rest, known));
  },
  USER(stage, name) {
    stage.user = /^\w+$/.test(name) ? name : fail(name);
  },
  VOLUME(stage, path) {
    stage.volumes.push(/^\/[\w/]+$/.test(path) ? path : fail(path));
  },
  EXPOSE(stage, port) {
    stage.ports.push(/^\d+$/.test(port) ? port : fail(port));
  },
  STOPSIGNAL(stage, name) {
    stage.stopSignal = /^SIG[A-Z]+$/.test(name) ? name : fail(name);
  },
  HEALTHCHECK(stage, rest) {
    const [, command] = /^(?:--(?:interval|timeout|start-period)=\d+s )+CMD (\[.+\])$/.exec(rest) ?? fail(rest);
    stage.healthCheck = JSON.parse(command);
  },
  CMD(stage, rest) {
    stage.command = JSON.parse(rest);
  },
};

/** Instructions without comments, each on one line. A `\` at the end of a line continues it. */
function linesOf(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n');
}

function begin(rest) {
  const [, from, name = null] = /^([\w./:-]+)(?: AS (\w+))?$/.exec(rest) ?? fail(rest);
  const empty = { steps: [], volumes: [], ports: [], env: {}, labels: {} };
  return { ...empty, name, from, cwd: '/', user: 'root', stopSignal: 'SIGTERM', healthCheck: null, command: null };
}

function pairsOf(text, known) {
  const pairs = [...text.matchAll(/([\w.]+)=("[^"\\]*"|[^\s"$\\]+)(?:\s+|$)/g)];
  if (pairs.map(([whole]) => whole).join('') !== text) fail(text);
  const value = (quoted) =>
    quoted.replace(/^"(.*)"$/, '$1').replaceAll(/\$(\w*)/g, (_, name) => known[name] ?? fail(text));
  return Object.fromEntries(pairs.map(([, name, quoted]) => [name, value(quoted)]));
}

function fail(text) {
  throw new Error(`Dockerfile: scripts/deploy/dockerfile.mjs does not know this: ${text}`);
}
