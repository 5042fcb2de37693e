import { ConfigError } from '../../errors.ts';
import { CredentialsError } from './credentials.ts';
import { createS3Client, isMissing, StorageError } from './s3-client.ts';
import { type ObjectStorageSettings, shownPlace } from './settings.ts';

const NAME = 'SOCIAL_MEDIA_STORE';
/** Object that says whose files these are. */
const OWNER = 'social-server-database';
const CONNECTION = /^(E[A-Z]+|UND_ERR_\w+|CERT_\w+|\w*SELF_SIGNED\w*|\w*VERIFY\w*|TimeoutError)$/;

/**
 * Lists, writes, reads and deletes in the object storage, as the server will.
 * @param databaseId of the database whose files are there; null checks without taking the place for a database
 * @throws ConfigError naming the setting and the fix
 */
export async function checkObjectStorage(settings: ObjectStorageSettings, databaseId: string | null): Promise<void> {
  const s3 = createS3Client(settings);
  const owner = databaseId === null ? 'nobody' : databaseId;
  const list = { 'max-keys': '1', prefix: settings.prefix };
  let step = 'list';
  try {
    const listed = await s3.call({ method: 'GET', name: null, query: { 'list-type': '2', ...list } });
    if (!listed.text.includes('<ListBucketResult')) throw notStorage(settings, 'without a list of objects');
    await s3.call({ method: 'GET', name: null, query: { uploads: '', 'max-uploads': '1', prefix: settings.prefix } });
    step = 'read';
    const found = await s3.call({ method: 'GET', name: OWNER }).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (databaseId !== null && found !== null && found.text !== databaseId) throw foreign(settings);
    step = 'write';
    const probe = databaseId === null ? `${OWNER}-check` : OWNER;
    await s3.call({ method: 'PUT', name: probe, headers: { 'content-type': 'text/plain' }, body: owner });
    step = 'delete';
    // Deleting what does not exist succeeds where deleting is allowed.
    await s3.call({ method: 'DELETE', name: `${OWNER}-check` });
  } catch (error) {
    throw explain(error, settings, step);
  }
}

/** Returns true while the object storage is marked as this database's. @throws StorageError when it cannot be read */
export async function isOwnedBy(settings: ObjectStorageSettings, databaseId: string): Promise<boolean> {
  return (await createS3Client(settings).call({ method: 'GET', name: OWNER })).text === databaseId;
}

function notStorage({ endpoint }: ObjectStorageSettings, answer: string): ConfigError {
  const fix = `${endpoint} answers ${answer}; is it the address of an S3 storage? Check endpoint=, and the bucket`;
  return new ConfigError(NAME, fix);
}

function foreign(settings: ObjectStorageSettings): ConfigError {
  const fix = `${shownPlace(settings)} has the files of another database, and its server would delete those of this one; give each database its own prefix. If that database is gone, delete the object ${settings.prefix}${OWNER}`;
  return new ConfigError(NAME, fix);
}

function explain(error: unknown, settings: ObjectStorageSettings, step: string): unknown {
  if (error instanceof CredentialsError) {
    const fix = `${error.message}; check it and AWS_CONTAINER_AUTHORIZATION_TOKEN`;
    return new ConfigError('AWS_CONTAINER_CREDENTIALS_FULL_URI', fix, error);
  }
  if (!(error instanceof StorageError)) return error;
  const reason = reasonOf(error, settings, step);
  return reason ? new ConfigError(...reason, error) : notStorage(settings, `${error.status} ${error.code}`.trimEnd());
}

function reasonOf(
  { status, code }: StorageError,
  settings: ObjectStorageSettings,
  step: string,
): [string, string] | null {
  const { bucket, endpoint, region, prefix, credentials } = settings;
  const keys = credentials.kind === 'static' ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_CONTAINER_CREDENTIALS_FULL_URI';
  if (status === null) {
    const shown = CONNECTION.test(code) ? ` (${code})` : '';
    return [NAME, `no storage answers at ${endpoint}${shown}; check endpoint= and the network`];
  }
  switch (code) {
    case 'NoSuchBucket':
      return [NAME, `there is no bucket ${bucket} at ${endpoint}; create it, or correct the name`];
    case 'InvalidAccessKeyId':
      return [keys.replace('SECRET_ACCESS_KEY', 'ACCESS_KEY_ID'), `${endpoint} does not know the key; check it`];
    case 'SignatureDoesNotMatch':
      return [keys, `${endpoint} refuses the signature; the secret, or AWS_ACCESS_KEY_ID, is another key's`];
    case 'ExpiredToken':
    case 'InvalidToken':
      return ['AWS_SESSION_TOKEN', `${endpoint} refuses the token (${code}); renew it together with the keys`];
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
      return [NAME, `the bucket ${bucket} is not in the region ${region}; correct region=`];
    case 'RequestTimeTooSkewed':
      return [NAME, `the clock of this machine differs from that of ${endpoint}; set it`];
    case 'AccessDenied':
      return [
        NAME,
        `the key may not ${step} in ${shownPlace(settings)}; allow s3:ListBucket and s3:ListBucketMultipartUploads on ${bucket}, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on ${bucket}/${prefix}*`,
      ];
    default:
      return null;
  }
}
