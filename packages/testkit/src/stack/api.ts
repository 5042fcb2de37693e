import { conformanceErrors } from './conformance.ts';

/** An answer that conforms to the contract. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON; a string for any other type. */
  // biome-ignore lint/suspicious/noExplicitAny: the contract describes the form, and tests assert what they read
  readonly body: any;
}

/** Body, headers and key of a call. An object is sent as JSON; text and bytes are sent as they are. */
export interface ApiCall {
  readonly body?: object | string | Uint8Array;
  readonly headers?: Record<string, string>;
  readonly key?: string | null;
}

/** Calls the API. An answer that departs from the contract fails the test. */
export type Api = (method: string, path: string, call?: ApiCall) => Promise<ApiAnswer>;

/** @param apiKey sent as Bearer unless a call says otherwise */
export function createApi(baseUrl: string, apiKey: string | null): Api {
  return async (method, path, { body, headers = {}, key = apiKey } = {}) => {
    const isJson = typeof body === 'object' && !(body instanceof Uint8Array);
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isJson ? JSON.stringify(body) : (body as string | Uint8Array<ArrayBuffer>) }),
    });
    return checkedAnswer(method, new URL(path, baseUrl).pathname, answer);
  };
}

/** Reads an answer and compares it with the contract. @throws Error naming every departure */
export async function checkedAnswer(method: string, path: string, answer: Response): Promise<ApiAnswer> {
  const text = await answer.text();
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const errors =
    method === 'HEAD' || method === 'OPTIONS'
      ? []
      : conformanceErrors(method, path, { status: answer.status, type, text });
  if (errors.length > 0)
    throw new Error(`${method} ${path} answered ${answer.status} ${text}\nagainst the contract: ${errors.join('; ')}`);
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: type === 'application/json' ? JSON.parse(text) : text,
  };
}
