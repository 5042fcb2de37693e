import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { SocialApiError, SocialConnectionError } from '@social/sdk';
import { CliError, type FailureReport } from '../../lib/errors.ts';
import { describeFailure, isUncertain, saysNothingWasSent } from '../../lib/failure.ts';

/** What a failed tool answers: the code of the catalogue, what happened, whether anything was sent, and the next step. */
export function describeToolFailure(error: unknown): CallToolResult {
  const { code, message, requestId, hints } = reportOf(error);
  const retryable = error instanceof SocialApiError && error.retryable;
  const text = [`${message} (${code})`, ...hints].join('\n');
  return {
    structuredContent: { error: { code, message, retryable, nextSteps: hints, requestId: requestId ?? null } },
    content: [{ type: 'text', text }],
    isError: true,
  };
}

/** The hints of the command name command lines; here the next step is a call of a tool, or a person's. */
function reportOf(error: unknown): Pick<FailureReport, 'code' | 'message' | 'requestId' | 'hints'> {
  if (error instanceof SocialApiError) {
    const { code, message, requestId } = error;
    if (isUncertain(error)) return { code, message, requestId, hints: [AGAIN] };
    const effect = saysNothingWasSent(message) ? [] : ['Nothing was sent.'];
    return { code, message, requestId, hints: [...effect, ...nextSteps(error)] };
  }
  if (error instanceof SocialConnectionError) {
    const { message } = error;
    if (error.outcomeUnknown) return { code: 'outcome_unknown', message, hints: [AGAIN] };
    return { code: 'connection_failed', message, hints: ['Nothing was sent. Is the server running? Then call again.'] };
  }
  if (error instanceof CliError) return error.report;
  return describeFailure(error, { argv: [] });
}

const AGAIN =
  'It may have been carried out. Call this tool again with exactly the same arguments: publishing is never done twice for them.';

function nextSteps({ code, retryAfterMs, details }: SocialApiError): string[] {
  switch (code) {
    case 'idempotency_key_reused':
      return [`It was made before in another form: get_post tells of ${details?.['postId'] ?? 'it'}.`];
    case 'unauthorized':
      return ['The key is not accepted: a person signs in with `social login`, or sets SOCIAL_API_KEY.'];
    case 'not_connected':
    case 'reconnect_required':
      return ['A person connects the account with `social connect <platform>`; connection_status tells which.'];
    case 'insufficient_credits':
    case 'paid_plan_required':
      return ['The tool usage tells plan and credits.'];
    case 'rate_limited':
    case 'network_rate_limited':
      return [`Call again ${retryAfterMs ? `in ${Math.ceil(retryAfterMs / 1000)} s` : 'later'}.`];
    case 'not_found':
      return ['list_posts tells the ids.'];
    default:
      return [];
  }
}
