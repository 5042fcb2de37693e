/** An answer whose body is read: JSON where it is JSON, else text. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends one request, and follows no redirect. */
export async function send(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const { status, headers } = response;
  const text = await response.text();
  const isJson = /[/+]json\b/.test(headers.get('content-type') ?? '');
  return { status, headers, body: isJson ? JSON.parse(text) : text };
}

/** Reads a text at a path of an answer's body. */
export function textAt({ status, body }: Answer, ...path: readonly string[]): string {
  const found = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);
  if (typeof found === 'string') return found;
  throw new Error(`no text at ${path.join('.')} of ${status} ${JSON.stringify(body)}`);
}
