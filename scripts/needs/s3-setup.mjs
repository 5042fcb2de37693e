import { findS3Server, startS3Server } from './s3.mjs';

/** Hands an S3 server to the tests of object storage: the one that `SOCIAL_TEST_S3_ENDPOINT` names, or one for this run. */
export default async function setup() {
  if (process.env.SOCIAL_TEST_S3_ENDPOINT) return undefined;
  const server = await startS3Server(await findS3Server());
  process.env.SOCIAL_TEST_S3_ENDPOINT = server.endpoint;
  process.env.SOCIAL_TEST_S3_REGION = server.region;
  process.env.SOCIAL_TEST_S3_ACCESS_KEY_ID = server.accessKeyId;
  process.env.SOCIAL_TEST_S3_SECRET_ACCESS_KEY = server.secretAccessKey;
  return () => server.stop();
}
