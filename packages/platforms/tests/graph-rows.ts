import type { PlatformErrorKind } from '../src/index.ts';
import type { StubReply } from './stub-network.ts';

/** One refusal of a Graph, and what a user reads. */
export type GraphRow = readonly [
  name: string,
  reply: StubReply,
  expected: { kind: PlatformErrorKind; code: string; upstreamCode?: string },
  message: string,
];

/** A refusal as the Graph words it. */
export function graphRefusal(
  code: number,
  details: { subcode?: number; status?: number; message?: string; userMessage?: string } = {},
): StubReply {
  const { subcode, status = 400, message = `(#${code}) Refused`, userMessage } = details;
  return {
    status,
    body: {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        ...(userMessage !== undefined && { error_user_title: 'No', error_user_msg: userMessage }),
        fbtrace_id: 'AbCdEf',
      },
    },
  };
}
