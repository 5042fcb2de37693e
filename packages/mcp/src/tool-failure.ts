import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isUncertain, saysNothingWasSent } from '@social/post-input';
import { type Report, ReportedError } from '@social/post-input/report';
import { SocialApiError, SocialConnectionError } from '@social/sdk';

/** The answer of a tool that failed: the code of the catalogue, what happened, whether anything was sent, and the next step. */
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

/** The next step of an agent is a call of a tool, or the step of a person. */
function reportOf(error: unknown): Report {
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
  if (error instanceof ReportedError) return error.report;
  return { code: 'failed', message: error instanceof Error ? error.message : String(error), hints: [] };
}

const AGAIN =
  'It may have been carried out. Call this tool again with exactly the same arguments: they are never published twice.';

function nextSteps({ code, retryAfterMs, details }: SocialApiError): string[] {
  switch (code) {
    case 'idempotency_key_reused':
      return [`The post was made before in another form: get_post shows ${details?.['postId'] ?? 'it'}.`];
    case 'unauthorized':
      return ['The key is not accepted: a person signs in with `social login`, or sets SOCIAL_API_KEY.'];
    case 'not_connected':
    case 'reconnect_required':
      return ['A person connects the account with `social connect <platform>`; connection_status tells which.'];
    case 'insufficient_credits':
    case 'paid_plan_required':
      return ['The tool usage shows plan and credits.'];
    case 'rate_limited':
    case 'network_rate_limited':
      return [`Call again ${retryAfterMs ? `in ${Math.ceil(retryAfterMs / 1000)} s` : 'later'}.`];
    case 'no_free_slot':
      return ['A person sets weekly times with `social slots set`. Otherwise use scheduledFor.'];
    case 'not_found':
      return ['list_posts shows the ids.'];
    default:
      return [];
  }
}
