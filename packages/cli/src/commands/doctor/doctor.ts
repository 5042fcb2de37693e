import { SocialApiError, SocialConnectionError } from '@social/sdk';
import { withNetwork } from '@social/types';
import { type Context, openClient } from '../../lib/context.ts';
import { CliError } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { showProgress } from '../../lib/server/send.ts';
import type { View } from '../../lib/terminal/output.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { checkAccess } from './access.ts';
import { type Finding, failed, howToSet, warning } from './finding.ts';
import { checkServer } from './server.ts';

/** `social doctor`: runs the checks in order; a failed check skips the ones that depend on it. */
export async function examine(context: Context): Promise<ExitCode> {
  const findings = await showProgress(context, 'looking …', look(context));
  const broken = findings.filter(({ state }) => state === 'failed');
  const checks = findings.map(({ check, state, message, fix }) => ({ check, state, message, fix }));
  await context.output.data({ ok: broken.length === 0, checks }, (view) => {
    const warnings = findings.filter(({ state }) => state === 'warning').length;
    const summary =
      broken.length + warnings === 0 ? 'Nothing to fix' : `${broken.length} failed, ${warnings} to look at`;
    return [...findingLines(findings, view), summary].join('\n');
  });
  return broken.find(({ exitCode }) => exitCode === EXIT.failed)?.exitCode ?? broken[0]?.exitCode ?? EXIT.done;
}

async function look(context: Context): Promise<Finding[]> {
  const { io, flags } = context;
  const { baseUrl, apiKey } = await context.settings();
  const { isExposed, path } = await context.stored();
  const exposed = isExposed
    ? [warning('configuration', `others can read the API key in ${path}`, `chmod 600 ${path}`)]
    : [];
  try {
    const client = await openClient({ io, flags }, baseUrl.value ?? '', apiKey.value ?? '');
    const server = await checkServer(io, client, baseUrl.source);
    const isUsable = server.every(({ check, state }) => check !== 'server' || state === 'ok');
    return [...exposed, ...server, ...(isUsable ? await checkAccess(context, client) : [])];
  } catch (error) {
    io.signal.throwIfAborted();
    return [...exposed, findingOf(error, baseUrl.source)];
  }
}

/** The finding for an error that no check expected: an unusable address, a server that fails halfway. */
function findingOf(error: unknown, source: string): Finding {
  const isKnown =
    error instanceof CliError || error instanceof SocialApiError || error instanceof SocialConnectionError;
  if (!isKnown) throw error;
  if (error instanceof CliError) {
    const fix = `${howToSet('base-url', source, 'URL')}, with https:// before the name`;
    return failed('configuration', EXIT.failed, { message: error.message, fix });
  }
  const fix = 'run it again; if it stays, look at the log of the server';
  return failed('server', EXIT.failed, { message: error.message, fix });
}

function findingLines(findings: readonly Finding[], { layout, columns, color, ...style }: View): string[] {
  const signs = { ok: style.ok, warning: style.waiting, failed: style.failed, off: ' ' };
  const widest = Math.max(0, ...findings.map(({ check }) => layout.widthOf(withNetwork(check))));
  // On a narrow terminal the message goes below the name.
  const isNarrow = columns - widest - 4 < 30;
  const indent = ' '.repeat(isNarrow ? 4 : widest + 4);
  const room = Math.max(30, columns - indent.length);
  return findings.flatMap(({ check, state, message, fix }) => {
    const name = `${signs[state]} ${withNetwork(check)}`;
    const below = fix === null ? [] : layout.wrap(`fix: ${oneLine(fix)}`, room).map((line) => color.dim(line));
    const lines = layout.wrap(oneLine(message), room);
    if (isNarrow) return [name, ...[...lines, ...below].map((line) => indent + line)];
    const [first = '', ...rest] = lines;
    const beside = `${signs[state]} ${withNetwork(check).padEnd(widest)}  ${first}`;
    return [beside, ...[...rest, ...below].map((line) => indent + line)];
  });
}
