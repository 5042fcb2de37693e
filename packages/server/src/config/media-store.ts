import { isIP } from 'node:net';
import { nearest } from '@social/rules';
import { isLoopback, isPublicAddress } from '../addresses.ts';
import { ConfigError } from '../errors.ts';
import type { CredentialSource, ObjectStorageSettings } from '../media/objects/settings.ts';
import type { Environment } from './environment.ts';

const NAME = 'SOCIAL_MEDIA_STORE';
const FORM = 's3://bucket/prefix?region=eu-central-1&endpoint=https://storage.example.org&public=true';
const PARAMETERS = ['region', 'endpoint', 'public'];
const CONTAINER = 'AWS_CONTAINER_CREDENTIALS_FULL_URI';
const TOKEN = 'AWS_CONTAINER_AUTHORIZATION_TOKEN';

/** Other sources of keys, each with what to set instead. */
const NOT_READ: Readonly<Record<string, string>> = {
  AWS_WEB_IDENTITY_TOKEN_FILE: 'roles of web identities are not supported',
  AWS_ROLE_ARN: 'roles are not assumed here',
  AWS_PROFILE: 'profiles are not read',
  AWS_SHARED_CREDENTIALS_FILE: 'profiles are not read',
  AWS_CONFIG_FILE: 'profiles are not read',
};
/** Addresses of the hosts of containers, which answer plain http. */
const CONTAINER_HOSTS = ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'];

/** Reads where uploaded files are kept. @returns null for the data directory @throws ConfigError without any key in it */
export function readMediaStore(settings: Environment): ObjectStorageSettings | null {
  const text = settings.text(NAME);
  if (text === undefined) return null;
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.username !== '' || url.password !== '' || url.port !== '' || url.hash !== '') {
    throw new ConfigError(
      NAME,
      `is not the address of a bucket; use the form ${FORM}, and the AWS_ variables for keys`,
    );
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) {
    throw new ConfigError(NAME, `"${url.hostname}" is not the name of a bucket; use the form ${FORM}`);
  }
  refuseUnknown(url.searchParams);
  const region = url.searchParams.get('region') || settings.text('AWS_REGION') || settings.text('AWS_DEFAULT_REGION');
  if (region === undefined || !/^[a-z0-9-]+$/.test(region)) {
    const fix = 'add region= to it, or set AWS_REGION; many storages of your own take us-east-1';
    throw new ConfigError(NAME, `${region === undefined ? 'names no region' : `"${region}" is not a region`}; ${fix}`);
  }
  const endpoint = readEndpoint(settings, url.searchParams.get('endpoint'), region);
  return {
    bucket: url.hostname,
    prefix: readPrefix(url.pathname),
    region,
    endpoint,
    isPublic: readPublic(url.searchParams.get('public'), endpoint),
    credentials: readCredentials(settings),
  };
}

function refuseUnknown(query: URLSearchParams): void {
  for (const name of query.keys()) {
    if (PARAMETERS.includes(name)) {
      if (query.getAll(name).length > 1) throw new ConfigError(NAME, `has ${name}= twice; keep one`);
      if (query.get(name) === '') throw new ConfigError(NAME, `has an empty ${name}=; give its value, or leave it out`);
      continue;
    }
    const meant = nearest(name, PARAMETERS);
    const hint = meant === undefined ? `use ${PARAMETERS.join(', ')}` : `did you mean ${meant}?`;
    throw new ConfigError(NAME, `has an unknown parameter "${name}"; ${hint}`);
  }
}

function readPrefix(path: string): string {
  const prefix = path.replace(/^\/+|\/+$/g, '');
  if (prefix === '') return '';
  const isPlain = prefix.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
  if (isPlain) return `${prefix}/`;
  throw new ConfigError(NAME, `"${prefix}" cannot be a prefix; use letters, digits, _, -, . and /`);
}

function readEndpoint(settings: Environment, given: string | null, region: string): string {
  if (given === null) {
    const other = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].find((name) => settings.text(name) !== undefined);
    if (other === undefined) return `https://s3.${region}.amazonaws.com`;
    throw new ConfigError(other, `is not read; put the address into ${NAME} as endpoint=`);
  }
  const url = URL.parse(given);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && `${url.pathname}${url.search}${url.hash}` === '/';
  if (!isOrigin || url.username !== '' || url.password !== '') {
    throw new ConfigError(
      NAME,
      'endpoint= is not an address; use the form https://storage.example.org, without a path',
    );
  }
  settings.refusePlainHttp(NAME, url.origin, 'uploaded files');
  return url.origin;
}

function readPublic(given: string | null, endpoint: string): boolean {
  if (given === 'true' || given === 'false') return given === 'true';
  if (given !== null) throw new ConfigError(NAME, `public="${given}" is neither true nor false`);
  const host = new URL(endpoint).hostname;
  const bare = host.replace(/^\[|\]$/g, '');
  if (isIP(bare)) return isPublicAddress(bare);
  return !isLoopback(host) && /\.(?!local$|localhost$|internal$)[^.]+$/.test(host);
}

function readCredentials(settings: Environment): CredentialSource {
  const accessKeyId = settings.text('AWS_ACCESS_KEY_ID');
  const secretAccessKey = settings.text('AWS_SECRET_ACCESS_KEY');
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const sessionToken = settings.text('AWS_SESSION_TOKEN') ?? null;
    return { kind: 'static', credentials: { accessKeyId, secretAccessKey, sessionToken } };
  }
  if (accessKeyId !== undefined) throw new ConfigError('AWS_SECRET_ACCESS_KEY', 'is missing; AWS_ACCESS_KEY_ID is set');
  if (secretAccessKey !== undefined)
    throw new ConfigError('AWS_ACCESS_KEY_ID', 'is missing; AWS_SECRET_ACCESS_KEY is set');
  const uri = settings.text(CONTAINER);
  if (uri !== undefined) return readContainer(settings, uri);
  throw new ConfigError(...keysMissing(settings));
}

function keysMissing(settings: Environment): [string, string] {
  const instead = `set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or ${CONTAINER}`;
  const relative = settings.text('AWS_CONTAINER_CREDENTIALS_RELATIVE_URI');
  if (relative !== undefined) {
    const fix = `is not read; set ${CONTAINER} to http://169.254.170.2 followed by its value`;
    return ['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', fix];
  }
  const found = Object.entries(NOT_READ).find(([name]) => settings.text(name) !== undefined);
  return found ? [found[0], `${found[1]}; ${instead}`] : [NAME, `needs keys; ${instead}`];
}

function readContainer(settings: Environment, uri: string): CredentialSource {
  const url = URL.parse(uri);
  const isSafe =
    url?.protocol === 'https:' ||
    (url?.protocol === 'http:' && (isLoopback(url.hostname) || CONTAINER_HOSTS.includes(url.hostname)));
  if (url === null || !isSafe || url.username !== '' || url.password !== '') {
    throw new ConfigError(
      CONTAINER,
      `is not an address for keys; use https, or http to this machine or ${CONTAINER_HOSTS[0]}`,
    );
  }
  const token = settings.text(TOKEN) ?? null;
  const tokenFile = settings.text(`${TOKEN}_FILE`) ?? null;
  if (token !== null && tokenFile !== null) throw new ConfigError(TOKEN, `is set, and so is ${TOKEN}_FILE; keep one`);
  return { kind: 'container', url: url.href, token, tokenFile };
}
