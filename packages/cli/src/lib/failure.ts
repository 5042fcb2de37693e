import { SocialApiError, SocialConnectionError } from '@social/sdk';
import { CliError, type FailureReport, Interrupted } from './errors.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { inWordsOfFlags } from './field-names.ts';
import type { Io } from './io.ts';
import type { Access } from './server/access.ts';
import { commandWithKey } from './text/shell.ts';

/** What was run, for the line that runs it again. */
export interface CommandLine {
  readonly argv: readonly string[];
  /** The server and key that were used. */
  readonly access?: Access | undefined;
  /** Where the command may have read its stdin. */
  readonly io?: Pick<Io, 'stdin'>;
}

/** Turns whatever a command threw into what the user reads and the exit code. */
export function describeFailure(error: unknown, line: CommandLine): FailureReport {
  if (error instanceof CliError) return error.report;
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
  'It may have been carried out. Run the same command again: it looks what became of it, and publishes nothing twice.';

/**
 * What a failed step of a command means to its user. The step has a key of its own, under which the command would publish
 * once more: it is never shown.
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

/** What a failed check means: it sends nothing, whatever became of its answer. */
export function failureOfCheck(error: unknown): unknown {
  if (!isUncertain(error)) return error;
  const hints = ['Nothing was sent. Run it again.'];
  if (error instanceof SocialApiError) {
    const { isUncertain: _, ...report } = describeApiError(error, { argv: [] });
    return new CliError({ ...report, hints });
  }
  const message = 'The answer to the check was lost';
  return new CliError({ exitCode: EXIT.failed, code: 'connection_failed', message, hints });
}

/** Whether the same question may be answered later: the server is away, busy or being started again. */
export function isPassing(error: unknown): boolean {
  if (error instanceof SocialApiError) return error.status >= 500 || error.status === 429;
  return error instanceof SocialConnectionError;
}

/** Whether the call that failed so may have been carried out. */
export function isUncertain(error: unknown): boolean {
  if (error instanceof SocialConnectionError) return error.outcomeUnknown;
  if (!(error instanceof SocialApiError) || error.idempotencyKey === undefined) return false;
  // A success in a form that the server does not give it: something on the way has changed the answer.
  const isGarbled = error.code === 'unexpected_answer' && error.status >= 200 && error.status < 300;
  return isGarbled || error.status >= 500 || error.code === 'idempotency_in_progress';
}

function describeConnectionError(error: SocialConnectionError, line: CommandLine): FailureReport {
  if (error.outcomeUnknown) {
    const hints = error.idempotencyKey
      ? runAgain(error.idempotencyKey, line)
      : ['Look whether it was carried out before you run it again.'];
    const { message } = error;
    return { exitCode: EXIT.outcomeUnknown, code: 'outcome_unknown', message, hints, isUncertain: true };
  }
  const hints = line.access?.isDefaultUrl
    ? ['Is the server running? SOCIAL_BASE_URL is not set, and so this machine is asked.']
    : ['Is the server running? The address in use: social config get base-url'];
  return { exitCode: EXIT.failed, code: 'connection_failed', message: error.message, hints };
}

function describeApiError(error: SocialApiError, line: CommandLine): FailureReport {
  const { code, status, idempotencyKey } = error;
  const exitCode = exitCodeOf(code, status);
  const message =
    code === 'unauthorized' && line.access ? refusedKey(error, line.access) : inWordsOfFlags(error.message);
  // Nobody but who looks after the server has a use for it.
  const requestId = error.requestId;
  const isServerFault = status >= 500;
  if (idempotencyKey !== undefined && isUncertain(error)) {
    const hints = [...runAgain(idempotencyKey, line), ...nextSteps(error, line)];
    return { exitCode, code, message, requestId, isServerFault, hints, isUncertain: true };
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

/** Some texts of the server say it themselves. */
export function saysNothingWasSent(message: string): boolean {
  return /nothing was sent/i.test(message);
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
        `It was made before in another form: social post show ${details?.['postId'] ?? 'ID'}`,
        ...(argv.some((word) => /^--key(=|$)/.test(word)) ? ['Another --key would publish it as another post.'] : []),
      ];
    case 'profile_not_found':
      return ['See the profiles with: social profiles list'];
    default:
      return [];
  }
}

function runAgain(idempotencyKey: string, line: CommandLine): string[] {
  const input = hasReadInput(line) ? ', with the same input' : '';
  return [
    `It may have been carried out. Run exactly this${input}: with the same key nothing is done twice.`,
    `  ${commandWithKey(line.argv, idempotencyKey)}`,
  ];
}

/** What was piped in is not seen in the arguments. Whoever answers questions on a terminal is asked them again. */
function hasReadInput({ argv, io }: CommandLine): boolean {
  if (argv.includes('-')) return true;
  return io !== undefined && io.stdin.isTTY !== true && io.stdin.readableDidRead === true;
}
