/** Signatures that give their instant and a number of seconds: AWS SigV4, Google V4, Alibaba V4. */
const DATED = ['x-amz', 'x-goog', 'x-oss'];
/** Parameters that hold seconds since 1970. */
const EPOCHS = ['expires', 'x-expires', 'expires_at', 'expiry', 'exp', 'e'];
/** Parameters that hold seconds since 1970 in hexadecimal, each with the signature that stands beside it: Discord, Meta. */
const HEX_EPOCHS = [
  ['ex', 'hm'],
  ['oe', 'oh'],
] as const;
/** Parameters that hold a JSON Web Token: GitHub, Supabase. */
const TOKENS = ['jwt', 'token'];
/** Parameters that hold the fields of an Akamai token. */
const FIELDS = ['hdnts', 'hdnea', 'hdntl', '__token__', '__gda__'];
/** Instants outside of these years are something else than an end. */
const EARLIEST = Date.UTC(2010, 0);
const LATEST = Date.UTC(2100, 0);
/** The most that one of these signatures may last is seven days; more than a year is a mistake. */
const LONGEST_S = 366 * 86_400;

const BASIC_INSTANT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/;
const AZURE_INSTANT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?Z)?$/;
const CLOUDFRONT_END = /"DateLessThan"\s*:\s*\{\s*"AWS:EpochTime"\s*:\s*(\d{10})\b/;

type Query = ReadonlyMap<string, string>;

/**
 * Returns the instant at which a signed address ends, in milliseconds since 1970, as far as its query says so; null for any other
 * address. Reads the forms of S3, Google, Azure, Alibaba, Tencent, Swift, CloudFront, Akamai, Discord, Meta, GitHub and Supabase,
 * and plain seconds since 1970. The signature is not checked. Of several ends, the first counts.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 * @see https://cloud.google.com/storage/docs/authentication/canonical-requests
 * @see https://learn.microsoft.com/rest/api/storageservices/create-service-sas
 */
export function signedAddressEnd(url: string): number | null {
  const query = queryOf(url);
  if (query.size === 0) return null;
  const ends = [
    ...DATED.map((prefix) => datedEnd(query, prefix)),
    ...EPOCHS.map((name) => epoch(query.get(name))),
    ...HEX_EPOCHS.map(([name, signature]) => (query.has(signature) ? hexEpoch(query.get(name)) : null)),
    ...TOKENS.map((name) => tokenEnd(query.get(name))),
    ...FIELDS.map((name) => epoch(/(?:^|~)exp=(\d+)(?:~|$)/.exec(query.get(name) ?? '')?.[1])),
    query.has('sig') ? azureEnd(query.get('se')) : null,
    query.has('temp_url_sig') ? swiftEnd(query.get('temp_url_expires')) : null,
    epoch(/^\d{10};(\d{10})$/.exec(query.get('q-sign-time') ?? '')?.[1]),
    policyEnd(query.get('policy')),
  ].filter((end) => end !== null && end >= EARLIEST && end < LATEST);
  return ends.length === 0 ? null : Math.min(...(ends as number[]));
}

/** Returns the first value of each parameter, by its name in lower case. */
function queryOf(url: string): Query {
  const query = new Map<string, string>();
  for (const [name, value] of URL.parse(url)?.searchParams ?? []) {
    const known = name.toLowerCase();
    if (!query.has(known)) query.set(known, value);
  }
  return query;
}

function datedEnd(query: Query, prefix: string): number | null {
  const [, ...date] = BASIC_INSTANT.exec(query.get(`${prefix}-date`) ?? '') ?? [];
  const lasts = query.get(`${prefix}-expires`) ?? '';
  if (date.length === 0 || !/^\d{1,8}$/.test(lasts) || Number(lasts) > LONGEST_S) return null;
  const [year = 0, month = 1, ...others] = date.map(Number);
  return Date.UTC(year, month - 1, ...others) + Number(lasts) * 1000;
}

function epoch(text = ''): number | null {
  return /^\d{10}$/.test(text) ? Number(text) * 1000 : null;
}

function hexEpoch(text = ''): number | null {
  return /^[0-9a-f]{8}$/i.test(text) ? Number.parseInt(text, 16) * 1000 : null;
}

function azureEnd(text = ''): number | null {
  return AZURE_INSTANT.test(text) ? Date.parse(text) || null : null;
}

/** @see https://docs.openstack.org/swift/latest/api/temporary_url_middleware.html */
function swiftEnd(text = ''): number | null {
  return epoch(text) ?? azureEnd(text);
}

/** Returns the end that a custom policy of CloudFront names. Its base64 has other signs than usual. */
function policyEnd(text = ''): number | null {
  const policy = fromBase64(text.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'));
  return epoch(CLOUDFRONT_END.exec(policy)?.[1]);
}

function tokenEnd(text = ''): number | null {
  const [, payload = '', ...rest] = text.split('.', 4);
  if (rest.length !== 1) return null;
  try {
    const claims: unknown = JSON.parse(fromBase64(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    return typeof claims.exp === 'number' ? epoch(String(Math.floor(claims.exp))) : null;
  } catch {
    return null;
  }
}

function fromBase64(text: string): string {
  try {
    return atob(text);
  } catch {
    return '';
  }
}
