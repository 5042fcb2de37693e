import type { ErrorRow, Expected, StubReply } from '../support/stub-network.ts';

/** A refusal as the Graph words it. */
export function graphRefusal(
  code: number,
  details: { subcode?: number | undefined; status?: number; message?: string; userMessage?: string } = {},
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

/** Rows of refusals that end alike. A name begins with the code, and with a subcode after a dot: "190.463, expired". */
export function graphRows(status: number, expected: Expected, messages: Readonly<Record<string, string>>): ErrorRow[] {
  return Object.entries(messages).map(([name, message]) => {
    const [code = 0, subcode] = name.split(',')[0]?.split('.').map(Number) ?? [];
    const upstreamCode = String(subcode ?? code);
    return [name, graphRefusal(code, { subcode, status }), { ...expected, upstreamCode }, message];
  });
}
