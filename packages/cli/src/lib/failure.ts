import { isUncertain, saysNothingWasSent } from '@social/post-input';
import { ReportedError } from '@social/post-input/report';
import { SocialApiError, SocialConnectionError } from '@social/sdk';
import { CliError, type FailureReport, failed, Interrupted } from './errors.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { inWordsOfFlags } from './field-names.ts';
import type { Io } from './io.ts';
import type { Access } from './server/access.ts';
import { commandWithKey } from './text/shell.ts';

/** The command line, for the hint that repeats it. */
export interface CommandLine {
  readonly argv: readonly string[];
  /** The server and key that were used. */
  readonly access?: Access | undefined;
  /** Streams whose stdin the command may have read. */
  readonly io?: Pick<Io, 'stdin'>;
}

/** Turns an error into a report with the exit code. */
export function describeFailure(error: unknown, line: CommandLine): FailureReport {
  if (error instanceof CliError) return error.report;
  if (error instanceof ReportedError) return { exitCode: exitCodeOf(error.report.code), ...error.report };
  if (error instanceof SocialApiError) return describeApiError(error, line);
  if (error instanceof SocialConnectionError) return describeConnectionError(error, line);
  if (error instanceof Interrupted || (error instanceof Error && error.name === 'ExitPromptError')) {
    return { exitCode: EXIT.interrupted, code: 'interrupted', message: 'Interrupted', hints: [] };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode: EXIT.failed, code: 'failed', message, hints: [] };
}

/** The report for Ctrl-C while a request with an Idempotency-Key was on its way. */
export function interruptedWhileSending(idempotencyKey: string, line: CommandLine): CliError {
  return new CliError({
    exitCode: EXIT.interrupted,
    code: 'interrupted',
    message: 'Interrupted while sending; whether it was carried out is not known',
    hints: runAgain(idempotencyKey, line),
    isUncertain: true,
  });
}

const SAME_COMMAND =
  'The request may have been carried out. Run the same command again: it looks up what happened, and publishes nothing twice.';

/**
 * The error to report for a failed step of a command. Hides the step's own idempotency key: with it, the command would
 * publish a second time.
 */
export function failureOfStep(error: unknown, { isInterrupted }: { readonly isInterrupted: boolean }): unknown {
  if (isInterrupted) {
    const message = 'Interrupted while sending; whether it was carried out is not known';
    const report = { exitCode: EXIT.interrupted, code: 'interrupted', message };
    return new CliError({ ...report, hints: [SAME_COMMAND], isUncertain: true });
  }
  if (!isUncertain(error)) return error;
  return new CliError({ ...describeFailure(error, { argv: [] }), hints: [SAME_COMMAND] });
}

/** The error to report for a failed check, or look-up before it, which sends nothing even if its answer is lost. */
export function failureOfCheck(error: unknown): unknown {
  const hints = ['Nothing was sent. Run it again.'];
  if (error instanceof SocialApiError) {
    if (error.status < 500 && !isUncertain(error)) return error;
    const { isUncertain: _, ...report } = describeApiError(error, { argv: [] });
    return new CliError({ ...report, exitCode: exitCodeOf(error.code, error.status), hints });
  }
  const isLost = error instanceof SocialConnectionError && !saysNothingWasSent(error.message);
  return isLost ? failed('connection_failed', 'The answer to the check was lost', ...hints) : error;
}

/** Returns true for an error that may pass: the server is away, busy or restarting. */
export function isPassing(error: unknown): boolean {
  if (error instanceof SocialApiError) return error.status >= 500 || error.status === 429;
  return error instanceof SocialConnectionError;
}

function describeConnectionError(error: SocialConnectionError, line: CommandLine): FailureReport {
  if (error.outcomeUnknown) {
    const hints = error.idempotencyKey
      ? runAgain(error.idempotencyKey, line)
      : ['Check whether it was carried out before you run it again.'];
    const { message } = error;
    return { exitCode: EXIT.outcomeUnknown, code: 'outcome_unknown', message, hints, isUncertain: true };
  }
  const hints = line.access?.isDefaultUrl
    ? ['Is the server running? SOCIAL_BASE_URL is not set, so the command asks this machine.']
    : ['Is the server running? The address in use: social config get base-url'];
  return { exitCode: EXIT.failed, code: 'connection_failed', message: error.message, hints };
}

function describeApiError(error: SocialApiError, line: CommandLine): FailureReport {
  const { code, status, idempotencyKey } = error;
  const exitCode = exitCodeOf(code, status);
  const message =
    code === 'unauthorized' && line.access ? refusedKey(error, line.access) : inWordsOfFlags(error.message);
  // Only the operator of the server can use it.
  const requestId = error.requestId;
  const isServerFault = status >= 500;
  if (idempotencyKey !== undefined && isUncertain(error)) {
    const hints = [...runAgain(idempotencyKey, line), ...nextSteps(error, line)];
    // Another program answered, such as a proxy: only the server could say that nothing was sent.
    const unknown = code === 'unexpected_answer' ? EXIT.outcomeUnknown : exitCode;
    return { exitCode: unknown, code, message, requestId, isServerFault, hints, isUncertain: true };
  }
  const effect = idempotencyKey === undefined || saysNothingWasSent(message) ? [] : ['Nothing was sent.'];
  return { exitCode, code, message, requestId, isServerFault, hints: [...effect, ...nextSteps(error, line)] };
}

function refusedKey({ details }: SocialApiError, { baseUrl, keyEnd, isKeyFromEnvironment }: Access): string {
  const source = isKeyFromEnvironment ? 'The key in SOCIAL_API_KEY' : 'The stored key';
  if (details?.['keyFor'] === 'sandbox') {
    return `${source} (…${keyEnd}) is for a server with a sandbox, and ${baseUrl} runs without one`;
  }
  return `${source} (…${keyEnd}) is unknown to ${baseUrl}, or revoked`;
}

const WITHOUT_SANDBOX = 'If it is to have one, start it with: social-server start --sandbox';

function nextSteps({ code, message, retryAfterMs, details }: SocialApiError, line: CommandLine): string[] {
  const { argv, access } = line;
  switch (code) {
    case 'invalid_request':
      return /^(text|overrides|thread)\b.*too long/.test(message) && !argv.includes('--fit')
        ? ['--fit shorten cuts it, --fit thread makes parts of it where the platform has replies.']
        : [];
    case 'unauthorized':
      return access?.isKeyFromEnvironment
        ? ['Set SOCIAL_API_KEY to a key of that server. To make one, where you are signed in: social keys create NAME']
        : ['Sign in with: social login', ...(details?.['keyFor'] === 'sandbox' ? [WITHOUT_SANDBOX] : [])];
    case 'session_required':
      return ['Sign in with: social login'];
    case 'not_connected':
    case 'reconnect_required':
      return ['Connect the account with: social connect <platform>'];
    case 'insufficient_credits':
    case 'paid_plan_required':
      return ['See plan and credits with: social usage'];
    case 'rate_limited':
    case 'network_rate_limited':
      return [`Run it again ${retryAfterMs ? `in ${Math.ceil(retryAfterMs / 1000)} s` : 'later'}.`];
    case 'idempotency_key_reused':
      return [
        `The post was made before in another form: social post show ${details?.['postId'] ?? 'ID'}`,
        ...(argv.some((word) => /^--key(=|$)/.test(word)) ? ['Another --key would publish it as another post.'] : []),
      ];
    case 'no_free_slot':
      return [`Set weekly times with: social slots set "mon-fri 09:00"${ofProfile(details?.['profile'])}`];
    case 'profile_not_found':
      return ['See the profiles with: social profiles list'];
    default:
      return [];
  }
}

function ofProfile(slug: unknown): string {
  return typeof slug !== 'string' || slug === 'default' ? '' : ` --profile ${slug}`;
}

function runAgain(idempotencyKey: string, line: CommandLine): string[] {
  const input = hasReadInput(line) ? ', with the same input' : '';
  return [
    `The request may have been carried out. Run exactly this${input}: with the same key nothing is done twice.`,
    `  ${commandWithKey(line.argv, idempotencyKey)}`,
  ];
}

/** Returns true when the command read input that its arguments do not show. Prompts on a terminal are asked again anyway. */
function hasReadInput({ argv, io }: CommandLine): boolean {
  if (argv.includes('-')) return true;
  return io !== undefined && io.stdin.isTTY !== true && io.stdin.readableDidRead === true;
}
