import type { Json, Reply } from '../../http/route.ts';
import { oauthError } from '../../oauth/tokens.ts';

const badRequest = 'com.linkedin.content.common.exception.BadRequestResponseException';

function serviceError(status: number, serviceErrorCode: number, code: string, message: string): Reply {
  return { status, json: { status, serviceErrorCode, code, message } };
}

/** @see https://learn.microsoft.com/linkedin/shared/api-guide/concepts/error-handling */
export const invalidToken = (): Reply => serviceError(401, 65600, 'INVALID_ACCESS_TOKEN', 'Invalid access token');
export const revokedToken = (): Reply =>
  serviceError(401, 65601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user');
export const expiredToken = (): Reply =>
  serviceError(401, 65602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired');

/** @param resource Resource and method, such as `posts.CREATE.20260901` or `userinfo.GET.NO_VERSION` */
export const accessDenied = (resource: string): Reply =>
  serviceError(403, 100, 'ACCESS_DENIED', `Not enough permissions to access: ${resource}`);

export const throttled = (): Reply => ({
  status: 429,
  json: {
    message: 'Resource level throttle APPLICATION DAY limit for calls to this resource is reached.',
    status: 429,
    serviceErrorCode: 101,
  },
});

/** Any refusal that has a code and a sentence but no further structure. */
export function coded(status: number, code: string, message: string): Reply {
  return { status, json: { status, code, message } };
}

export const versionMissing = (): Reply =>
  coded(
    400,
    'VERSION_MISSING',
    'A version must be present. Please specify a version by adding the Linkedin-Version header.',
  );

/** @param version The header's value; the answer shows a month with a day appended. */
export const nonexistentVersion = (version: string): Reply =>
  coded(
    426,
    'NONEXISTENT_VERSION',
    `Requested version ${/^\d{6}$/.test(version) ? `${version}01` : version} is not active`,
  );

interface InputProblem {
  readonly code: string;
  readonly description: string;
  readonly input?: Json;
  readonly [key: string]: Json | undefined;
}

function inputError(status: number, message: string, error: InputProblem): Reply {
  return {
    status,
    json: {
      errorDetailType: 'com.linkedin.common.error.BadRequest',
      message: `${badRequest}: ${message}`,
      errorDetails: { inputErrors: [{ input: {}, ...error }] },
      status,
    },
  };
}

export const duplicate = (urn: string): Reply =>
  inputError(422, `Content is a duplicate of ${urn}`, {
    description: 'Duplicate post is detected',
    code: 'DUPLICATE_POST',
  });

export const textTooLong = (text: string, maxLength: number): Reply =>
  inputError(
    400,
    `ShareCommentary text length (${text.length} characters) exceeded the maximum allowed (${maxLength} characters)`,
    {
      description: 'Size of array cannot be higher than the maxLength',
      input: { value: { stringValue: text } },
      code: 'FIELD_ARRAY_SIZE_TOO_HIGH',
      maxLength,
    },
  );

export const missingField = (name: string): Reply =>
  inputError(400, `${name} is required`, { description: `${name} is required but not found`, code: 'MISSING_FIELD' });

export const invalidField = (name: string, description: string): Reply =>
  inputError(400, `${name}: ${description}`, { description, code: 'INVALID_VALUE_FOR_FIELD' });

export const invalidUrn = (urn: string, code: 'INVALID_URN_ID' | 'INVALID_URN_TYPE'): Reply =>
  inputError(400, `${urn} is not valid here`, {
    description: `Invalid urn ${urn}`,
    input: { value: { stringValue: urn } },
    code,
  });

export const mismatchedCode = (): Reply =>
  oauthError(
    400,
    'invalid_request',
    'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired. Or external member binding exists',
  );
