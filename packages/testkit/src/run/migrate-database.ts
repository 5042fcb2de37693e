import { randomBytes } from 'node:crypto';
import { runServer, type Variables } from '../programs/server-process.ts';

/**
 * Makes a database, or migrates one, as the built program does.
 * @param env variables that name the database
 * @throws Error with what the program wrote when it fails
 */
export async function migrateDatabase(env: Variables): Promise<void> {
  const SOCIAL_SECRET_KEYS = randomBytes(32).toString('base64');
  const { code, stderr } = await runServer(['workspace', 'list'], { SOCIAL_SECRET_KEYS, ...env });
  if (code !== 0) throw new Error(`the database of this test run was not prepared:\n${stderr}`);
}
