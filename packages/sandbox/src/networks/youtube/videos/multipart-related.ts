/** The two parts of a `multipart/related` upload. */
export interface RelatedParts {
  readonly metadata: unknown;
  readonly contentType: string;
  readonly data: Buffer;
}

/** Parses a `multipart/related` body. @returns `undefined` for a malformed one. @see https://www.rfc-editor.org/rfc/rfc2387 */
export function readRelatedParts(body: Buffer, contentType: string): RelatedParts | undefined {
  const boundary = /^multipart\/related;.*\bboundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  // Python clients end lines without a carriage return, which the network accepts.
  const first = body.indexOf(`--${boundary}`) + boundary.length + 2;
  const eol = body.toString('latin1', first, first + 2) === '\r\n' ? '\r\n' : '\n';
  const delimiter = Buffer.from(`${eol}--${boundary}`);
  // The first delimiter has no line end before it.
  const framed = Buffer.concat([Buffer.from(eol), body]);
  const starts: number[] = [];
  for (let at = framed.indexOf(delimiter); at !== -1; at = framed.indexOf(delimiter, at + delimiter.length)) {
    starts.push(at);
  }
  const [start, second, end] = starts;
  if (start === undefined || second === undefined || end === undefined) return undefined;
  const metadata = readPart(framed.subarray(start + delimiter.length, second), eol);
  const media = readPart(framed.subarray(second + delimiter.length, end), eol);
  if (!metadata || !media) return undefined;
  return { metadata: parseJson(metadata.data), contentType: media.contentType, data: media.data };
}

function readPart(part: Buffer, eol: string): { contentType: string; data: Buffer } | undefined {
  const blank = part.indexOf(eol + eol);
  if (blank === -1) return undefined;
  const head = part.toString('latin1', 0, blank);
  const contentType = /^content-type:\s*(\S[^\r\n]*)$/im.exec(head)?.[1]?.trim() ?? 'application/octet-stream';
  return { contentType, data: part.subarray(blank + 2 * eol.length) };
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'));
  } catch {
    return undefined;
  }
}
