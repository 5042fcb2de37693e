import type { ErrorRule } from '../http/error-rules.ts';
import { asString } from '../http/lossless-json.ts';
import type { NetworkDialect } from '../http/network-client.ts';
import { forbidden, invalid, limited, notFound, reconnect, refusedFile } from '../meanings.ts';

const RULES: readonly ErrorRule[] = [
  { status: 401, ...reconnect('Quillpond no longer accepts this connection; connect quillpond again') },
  { status: 403, ...forbidden('Quillpond does not allow this connection to do that; connect quillpond again') },
  { status: 404, ...notFound('Quillpond has no such note; check the id') },
  { upstreamCode: 'text_too_long', ...invalid('Quillpond counts this text as too long; shorten it to 240 characters') },
  { upstreamCode: 'bad_picture', ...refusedFile('Quillpond takes PNG pictures of at most 2 MiB') },
  { status: 429, ...limited('Quillpond is rate limiting this account') },
];

/** Errors of the API: `{ "code": …, "message": … }`. */
export const quillpondDialect: NetworkDialect = {
  platform: 'quillpond',
  rules: RULES,
  readProblem: (status, body) => ({
    status,
    upstreamCode: asString(body?.['code']),
    detail: asString(body?.['message']),
  }),
};
