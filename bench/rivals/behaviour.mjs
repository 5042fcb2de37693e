import { runOnTerminal, runTool } from './run-tool.mjs';
import { closedAddress, startStandIn } from './stand-in.mjs';

const STATUSES = [400, 401, 429, 500];
const NO_SETTING = 'address cannot be set';
const WIDTH = 68;

/** Observes a tool in every situation. @returns the cells of its column */
export async function observe(tool) {
  const standIn = await startStandIn(tool.isPost);
  const nowhere = tool.env(await closedAddress());
  try {
    return {
      '`--version` prints': quote((await runTool(tool, ['--version'], {})).stdout.trim()),
      'unknown command': describe(await runTool(tool, tool.unknown, {}), tool),
      'no key': describe(await runTool(tool, tool.publish('hello'), {}), tool),
      'server unreachable': tool.address
        ? describe(await runTool(tool, tool.publish('hello'), nowhere), tool)
        : NO_SETTING,
      ...(await withStandIn(tool, standIn)),
      'dry run': await dryRun(tool, standIn),
    };
  } finally {
    await standIn.close();
  }
}

async function withStandIn(tool, standIn) {
  if (!tool.address) return Object.fromEntries(POINTS.map((point) => [point, NO_SETTING]));
  const env = tool.env(standIn.url);
  const publish = () => runTool(tool, tool.publish('hello'), env);
  const cells = {};
  for (const status of STATUSES) {
    standIn.willAnswer(status);
    const result = await publish();
    cells[`HTTP ${status}`] = `${describe(result, tool)}${times(standIn.seen.length)}`;
  }
  standIn.willAnswer('ok');
  const first = await publish();
  cells['published: exit code, stdout'] = `${first.code}; ${describeStdout(first.stdout)}`;
  await publish();
  cells['the same post twice'] = describeKeys(standIn.seen);
  standIn.willAnswer('lost');
  const lost = await publish();
  cells['answer lost after sending'] = `${describe(lost, tool)}; ${describeKeys(standIn.seen)}`;
  standIn.willAnswer('ok');
  cells['colour codes: pipe, terminal with NO_COLOR'] = [
    hasColor(first),
    hasColor(await runOnTerminal(tool, tool.publish('hello'), env)),
  ]
    .map((has) => (has ? 'yes' : 'none'))
    .join(', ');
  return cells;
}

const POINTS = [
  ...STATUSES.map((status) => `HTTP ${status}`),
  'published: exit code, stdout',
  'the same post twice',
  'answer lost after sending',
  'colour codes: pipe, terminal with NO_COLOR',
];

async function dryRun(tool, standIn) {
  standIn.willAnswer('ok');
  if (!tool.dryRun) return withoutDryRun(tool, standIn);
  const { code, stdout } = await runTool(tool, tool.dryRun('hello'), tool.env(standIn.url));
  const asked = standIn.seen.length > 0 ? 'the server checks' : 'no server is asked';
  return `${code}; ${asked}; ${describeStdout(stdout)}`;
}

/** Gives the option to a tool that lacks it. */
async function withoutDryRun(tool, standIn) {
  const { code } = await runTool(tool, [...tool.publish('hello'), '--dry-run'], tool.env(standIn.url));
  return `no such option; given anyway: ${code}, ${standIn.seen.length > 0 ? 'published' : 'nothing sent'}`;
}

/** Describes the exit code, the first line with a word, and whether the tool has printed a stack trace. */
function describe({ code, stdout, stderr }, { folder }) {
  const output = plain(`${stderr}\n${stdout}`)
    .replaceAll(folder, '…')
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:…');
  const stack = /^\s+at .+[:(]\S+:\d+/m.test(output) ? ', stack trace' : '';
  const lines = output.split('\n').map((line) => line.trim());
  const line = lines.find((one) => /\p{L}{3}/u.test(one) && !one.startsWith('at ')) ?? 'nothing printed';
  const where = stderr.trim() === '' && stdout.trim() !== '' ? ' (on stdout)' : '';
  return `${code ?? 'ended by a signal'}${stack}: ${quote(line)}${where}`;
}

function quote(line) {
  const cut = line.length > WIDTH ? `${line.slice(0, WIDTH)}…` : line;
  return `\`${cut.replaceAll('`', "'").replaceAll('|', '¦')}\``;
}

function describeStdout(stdout) {
  if (stdout.trim() === '') return 'nothing';
  try {
    JSON.parse(stdout);
    return 'JSON';
  } catch {
    return stdout.includes('{') ? 'not JSON alone' : 'text';
  }
}

function times(count) {
  return count > 1 ? `; sent ${count} times` : '';
}

function describeKeys(seen) {
  const keys = seen.map(
    ({ headers }) => headers['idempotency-key'] ?? headers['x-idempotency-key'] ?? headers['x-request-id'],
  );
  const requests = `${seen.length} ${seen.length === 1 ? 'request' : 'requests'}`;
  if (keys.some((key) => key === undefined)) return `${requests}, no Idempotency-Key`;
  const distinct = new Set(keys).size;
  return `${requests}, ${distinct === 1 ? 'one Idempotency-Key' : `${distinct} different Idempotency-Keys`}`;
}

function hasColor({ stdout, stderr }) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the color codes to find
  return /\u001b\[[\d;]*m/.test(stdout + stderr);
}

function plain(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the color codes to remove
  return text.replace(/\u001b\[[\d;?]*[a-zA-Z]/g, '').replaceAll('\r', '');
}
