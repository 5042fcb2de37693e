import { randomInt } from 'node:crypto';
import { type Json, Refusal, type Reply } from '../../http/route.ts';

/** One refusal of the Graph. */
export interface GraphProblem {
  readonly code: number;
  readonly message: string;
  readonly subcode?: number;
  readonly status?: number;
  readonly type?: 'OAuthException' | 'GraphMethodException';
  /** The sentence that the network writes for people. */
  readonly userMessage?: string;
  readonly userTitle?: string;
  readonly isTransient?: boolean;
  /** Details for programs. */
  readonly data?: Json;
}

/** The envelope of every error of the Graph; most have status 400, even errors about tokens. */
export function graphError(problem: GraphProblem): Reply {
  const { code, message, subcode, status = 400, type = 'OAuthException', userMessage, isTransient, data } = problem;
  const error: Record<string, Json> = { message, type, code };
  if (subcode !== undefined) error['error_subcode'] = subcode;
  if (data !== undefined) error['error_data'] = data;
  if (isTransient !== undefined) error['is_transient'] = isTransient;
  if (userMessage !== undefined)
    Object.assign(error, { error_user_title: problem.userTitle ?? 'Cannot post', error_user_msg: userMessage });
  const trace = String(randomInt(100_000_000)).padStart(8, '0');
  return { status, json: { error: { ...error, fbtrace_id: `Asandbox${trace}` } } };
}

/** Ends a handler with an error of the Graph. */
export function refuse(problem: GraphProblem): never {
  throw new Refusal(graphError(problem));
}

/** Refuses a parameter. */
export function refuseParameter(message: string): never {
  return refuse({ code: 100, message: `(#100) ${message}` });
}

/** The error about a token that cannot be used. */
export function tokenError(kind: 'missing' | 'malformed' | 'expired' | 'revoked'): Reply {
  const words = {
    missing: { message: 'An access token is required to request this resource.', code: 104 },
    malformed: { message: 'Invalid OAuth access token - Cannot parse access token', code: 190 },
    expired: { message: 'Error validating access token: Session has expired.', code: 190, subcode: 463 },
    revoked: {
      message: 'Error validating access token: The user has not authorized application.',
      code: 190,
      subcode: 458,
    },
  };
  return graphError(words[kind]);
}

/** The error when the app's or page's calls are used up; a header says in how many minutes calls are allowed again. */
export function rateLimited(options: {
  code: 32 | 4;
  message: string;
  type: string;
  retryAfterSeconds: number;
}): Reply {
  const { code, message, type, retryAfterSeconds } = options;
  const usage = { type, call_count: 100, total_cputime: 25, total_time: 25 };
  const minutes = Math.ceil(retryAfterSeconds / 60);
  return {
    ...graphError({ code, message: `(#${code}) ${message}`, status: 403 }),
    headers: {
      'x-app-usage': JSON.stringify({ call_count: 100, total_cputime: 25, total_time: 25 }),
      'x-business-use-case-usage': JSON.stringify({
        '106001': [{ ...usage, estimated_time_to_regain_access: minutes }],
      }),
    },
  };
}

export const permissionDenied = (): Reply =>
  graphError({
    code: 200,
    status: 403,
    message:
      '(#200) If posting to a page, requires both pages_read_engagement and pages_manage_posts as an admin with sufficient administrative permission',
  });

export const serverError = (): Reply =>
  graphError({
    code: 1,
    status: 500,
    message: 'An unknown error occurred',
    isTransient: true,
  });
