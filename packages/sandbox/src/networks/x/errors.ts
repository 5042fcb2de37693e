import { type Json, Refusal, type Reply } from '../../http/route.ts';
import { oauthError } from '../../oauth/tokens.ts';

/*
 * The `type` addresses still carry the network's former host name on the wire.
 * @see https://docs.x.com/x-api/fundamentals/response-codes-and-errors
 */
const problems = 'https://api.twitter.com/2/problems';

function problem(status: number, title: string, detail: string, type = 'about:blank'): Reply {
  return { status, headers: { 'content-type': 'application/problem+json' }, json: { title, detail, type, status } };
}

export const unauthorized = (): Reply => problem(401, 'Unauthorized', 'Unauthorized');
export const forbidden = (detail = 'Forbidden'): Reply => problem(403, 'Forbidden', detail);
export const tooManyRequests = (): Reply => problem(429, 'Too Many Requests', 'Too Many Requests');
export const internalError = (): Reply => problem(500, 'Internal Server Error', 'Internal Server Error');
export const duplicateContent = (): Reply => forbidden('You are not allowed to create a Tweet with duplicate content.');

export const unknownPath = (): Reply => problem(404, 'Not Found', 'Not Found');
export const upgradeRequired = (): Reply => problem(426, 'Upgrade Required', 'This version of the API is not active');

export const creditsDepleted = (): Reply =>
  problem(
    402,
    'CreditsDepleted',
    'Your enrolled account [1745123456789012480] does not have any credits to fulfill this request.',
    `${problems}/credits`,
  );

/** One complaint of an invalid-request answer. */
export interface Complaint {
  readonly message: string;
  readonly parameters?: Readonly<Record<string, readonly string[]>>;
}

/** The envelope of complaints about a request. */
export function invalidRequest(...complaints: readonly Complaint[]): Reply {
  return {
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    json: {
      errors: complaints.map(({ message, parameters = {} }) => ({ parameters, message })),
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: `${problems}/invalid-request`,
    },
  };
}

/** Refuses the value of a parameter in the network's words. */
export function refuseParameter(name: string, value: string): never {
  const message = `The \`${name}\` query parameter value [${value}] is not valid`;
  throw new Refusal(invalidRequest({ message, parameters: { [name]: [value] } }));
}

/** Refuses a body with one sentence. */
export function refuseBody(message: string): never {
  throw new Refusal(invalidRequest({ message }));
}

/** The object does not exist: status 200 without `data`, like every partial error. */
export function notFound(options: { resource: 'user' | 'tweet'; parameter: string; value: string }): Reply {
  const { resource, parameter, value } = options;
  const error: Json = {
    value,
    detail: `Could not find ${resource} with ${parameter}: [${value}].`,
    title: 'Not Found Error',
    resource_type: resource,
    parameter,
    resource_id: value,
    type: `${problems}/resource-not-found`,
  };
  return { status: 200, json: { errors: [error] } };
}

export const deadGrant = (): Reply => oauthError(400, 'invalid_request', 'Value passed for the token was invalid.');
