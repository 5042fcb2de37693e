import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlatformId, networkName, PLATFORM_IDS, type PlatformId, platformFacts, withNetwork } from '@social/types';
import { urlOf } from '../addresses.ts';
import { isClockPlausible, isoNow, systemClock } from '../clock.ts';
import { type Config, readConfig } from '../config/config.ts';
import { loadKeyring } from '../config/key-file.ts';
import { checkKeyring, isCanaryOld } from '../config/keyring-check.ts';
import { loadPlans } from '../config/plans-file.ts';
import { retentionInWords } from '../config/retention.ts';
import { ConfigError } from '../errors.ts';
import { checkObjectStorage } from '../media/objects/check-storage.ts';
import { shownPlace } from '../media/objects/settings.ts';
import type { Keyring } from '../secrets.ts';
import { createSmtp, MailError } from '../services/mail/smtp.ts';
import { createPlatforms } from '../services/networks/platforms.ts';
import { isOpenPlatform, redirectUriFor, redirectUriToRegister, whyNoSignIn } from '../services/networks/sign-in.ts';
import { refuseCopiedBackup } from '../services/restoration.ts';
import { countForeignSeals } from '../store/connections/connections.ts';
import { checkIntegrity, readVersion } from '../store/database/inspection.ts';
import { asConfigError, prepareDatabase } from '../store/database/migrate.ts';
import { type DatabaseConfig, openDatabase } from '../store/database/open.ts';
import type { Database } from '../store/schema.ts';
import { countQueued } from '../store/search/search-index.ts';
import { countForeignSecrets } from '../store/webhooks/webhook-endpoints.ts';
import { type CommandContext, type CommandOptions, printResult } from './context.ts';

/** One finding of the doctor. */
interface Finding {
  readonly check: string;
  /** `off`: the operator has not set it up. */
  readonly status: 'ok' | 'off' | 'warning' | 'problem';
  readonly detail: string;
}

type SqliteConfig = Extract<DatabaseConfig, { dialect: 'sqlite' }>;

/** Checks what a server needs and prints what to fix. @throws ConfigError when a finding is a problem */
export async function doctor(options: CommandOptions, context: CommandContext): Promise<void> {
  const config = readConfig(context.env, options);
  const findings: Finding[] = [
    { check: 'node', status: 'ok', detail: process.version },
    checkClock(),
    { check: 'plans', status: 'ok', detail: loadPlans(config.plansFile).ids.join(', ') },
    ...(await checkDatabase(config)),
    ...checkPlatforms(config),
    await checkMediaStore(config),
    await checkMail(config),
    checkRetention(config),
    checkPublicAddress(config),
    checkWebhooks(config),
  ];
  printResult(context, options, { findings }, linesOf(findings, baseUrlOf(config)));
  const problems = findings.filter(({ status }) => status === 'problem');
  if (problems.length > 0) throw new ConfigError('doctor', `found ${problems.length} problem(s); see above`);
}

/** Formats a line per finding, with the networks' own names; platforms that are not set up share a line. */
function linesOf(findings: readonly Finding[], baseUrl: string): string[] {
  const isOff = ({ check, status }: Finding) => status === 'off' && isPlatformId(check);
  const off = findings.filter(isOff);
  const names = off.map(({ check }) => withNetwork(check)).join(', ');
  const variables = 'SOCIAL_<PLATFORM>_CLIENT_ID and SOCIAL_<PLATFORM>_CLIENT_SECRET';
  const app = `${variables} of an app with the redirect URI ${redirectUriFor(baseUrl, '<platform>')}`;
  const shared = `${'off'.padEnd(8)} ${names}: not set up; for each that you want set ${app}`;
  return findings.flatMap((finding) => {
    if (isOff(finding)) return finding === off[0] ? [shared] : [];
    return [`${finding.status.padEnd(8)} ${withNetwork(finding.check)}: ${finding.detail}`];
  });
}

function baseUrlOf({ baseUrl, host, port }: Config): string {
  return baseUrl ?? urlOf(host, port);
}

function checkClock(): Finding {
  const now = isoNow(systemClock);
  if (isClockPlausible(systemClock)) return { check: 'clock', status: 'ok', detail: now };
  return { check: 'clock', status: 'problem', detail: `${now} cannot be right; set the clock of this machine` };
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const { database } = config;
  const obstacle = database.dialect === 'sqlite' ? await findObstacle(database) : null;
  if (obstacle) return [obstacle];
  const db = openDatabase(database);
  try {
    await prepareDatabase(db, database);
    const keyring = loadKeyring(config);
    await checkKeyring(db, keyring);
    await refuseCopiedBackup(db);
    const findings: Finding[] = [
      { check: 'database', status: 'ok', detail: await readVersion(db, database.dialect) },
      await checkKeys(db, keyring),
      await checkSearch(db),
    ];
    return database.dialect === 'sqlite' ? [...findings, describeIntegrity(await checkIntegrity(db))] : findings;
  } catch (error) {
    return [describeFailure(error)];
  } finally {
    await db.destroy();
  }
}

/** Finds the reason why the file cannot be written. @returns a finding, or null when it can */
async function findObstacle(database: SqliteConfig): Promise<Finding | null> {
  try {
    await access(database.path, constants.W_OK);
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return describeFailure(asConfigError(error, database));
    return { check: 'database', status: 'warning', detail: `${database.path} does not exist yet; start makes it` };
  }
}

function describeFailure(error: unknown): Finding {
  const detail = error instanceof Error ? error.message : 'cannot be opened';
  return { check: 'database', status: 'problem', detail };
}

async function checkKeys(db: Database, keyring: Keyring): Promise<Finding> {
  const [first] = keyring.prefixes;
  const connections = await countForeignSeals(db, [first]);
  const endpoints = await countForeignSecrets(db, [first]);
  if (connections + endpoints === 0 && !(await isCanaryOld(db, keyring))) {
    return { check: 'keys', status: 'ok', detail: 'everything is encrypted with the first key' };
  }
  const kinds = [
    ...(connections > 0 ? [`${connections} connections`] : []),
    ...(endpoints > 0 ? [`${endpoints} webhook endpoints`] : []),
  ];
  const who = kinds.length === 0 ? 'the check at every start needs' : `${kinds.join(' and ')} need`;
  return {
    check: 'keys',
    status: 'warning',
    detail: `${who} an older key, which has to stay until: social-server rekey`,
  };
}

async function checkSearch(db: Database): Promise<Finding> {
  const queued = await countQueued(db);
  const posts = `${queued} ${queued === 1 ? 'post' : 'posts'}`;
  const detail =
    queued === 0
      ? 'finds every post'
      : `does not find recent changes of ${posts} yet; the running server indexes them, and nothing waits for it`;
  return { check: 'search', status: 'ok', detail };
}

function describeIntegrity(integrity: string): Finding {
  if (integrity === 'ok') return { check: 'integrity', status: 'ok', detail: 'ok' };
  return { check: 'integrity', status: 'problem', detail: `${integrity}; restore a backup` };
}

function checkPlatforms(config: Config): Finding[] {
  const platforms = createPlatforms(config.platforms, null);
  return PLATFORM_IDS.map((platform) => checkPlatform(platforms, platform, baseUrlOf(config)));
}

function checkPlatform(platforms: ReturnType<typeof createPlatforms>, platform: PlatformId, baseUrl: string): Finding {
  const redirectUri = redirectUriToRegister(baseUrl, platform);
  const networks = platforms.all(platform);
  const [entry] = networks;
  if (isOpenPlatform(platform)) {
    const command = `social connect ${platform} --${platformFacts(platform).signIn?.asks ?? 'host'}`;
    const problem = whyNoSignIn(platform, baseUrl);
    const next = problem === null ? '' : ` --with-token (no sign-in through the browser: ${problem})`;
    const detail = `any server of the network; nothing to register; connect it with: ${command}${next}`;
    return { check: platform, status: 'ok', detail };
  }
  if (!entry) {
    const detail = `not set up; set ${platforms.missingVariables(platform).join(' and ')} of an app with the redirect URI ${redirectUri}`;
    return { check: platform, status: 'off', detail };
  }
  const version = entry.apiVersion === null ? '' : `, API version ${entry.apiVersion}`;
  const places = networks.map(
    ({ driver, origin }) => `${networks.length > 1 ? `${networkName(driver.network)} ` : ''}at ${origin}`,
  );
  const next = redirectUri
    ? `register the redirect URI ${redirectUri}`
    : `nothing to register; connect it with: social connect ${platform}`;
  return { check: platform, status: 'ok', detail: `${places.join(', ')}${version}; ${next}` };
}

async function checkMediaStore({ mediaStore, dataDir }: Config): Promise<Finding> {
  const check = 'uploaded files';
  if (mediaStore === null) return { check, status: 'ok', detail: `in ${join(dataDir, 'media')}` };
  try {
    await checkObjectStorage(mediaStore, null);
  } catch (error) {
    if (error instanceof ConfigError) return { check, status: 'problem', detail: error.message };
    throw error;
  }
  const from = mediaStore.isPublic ? 'there' : 'this server';
  return { check, status: 'ok', detail: `in ${shownPlace(mediaStore)}; networks fetch them from ${from}` };
}

async function checkMail({ mailServer }: Config): Promise<Finding> {
  const check = 'mail';
  if (mailServer === null) {
    const detail =
      'not set up; no mail tells of failures, and a forgotten password needs: social-server workspace password. Set SOCIAL_SMTP_URL and SOCIAL_MAIL_FROM';
    return { check, status: 'off', detail };
  }
  const { host, port, from } = mailServer;
  try {
    await createSmtp(mailServer).check();
    return { check, status: 'ok', detail: `by ${host}:${port}, from ${from.address}` };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { check, status: 'problem', detail: `${host}:${port} takes no mails: ${error.message}` };
  }
}

function checkRetention({ retention: { logMs, deliveriesMs, mediaMs } }: Config): Finding {
  const unused = mediaMs === null ? 'kept for good' : `${retentionInWords(mediaMs)} after their last use`;
  const detail = `activity log: ${retentionInWords(logMs)}; webhook events and deliveries: ${retentionInWords(deliveriesMs)}; uploaded files: ${unused}`;
  return { check: 'retention', status: 'ok', detail };
}

function checkPublicAddress({ baseUrl, mediaStore }: Config): Finding {
  if (mediaStore?.isPublic === true && !baseUrl?.startsWith('https:')) {
    const detail = 'none; networks that fetch media themselves fetch uploaded files from the object storage';
    return { check: 'public address', status: 'ok', detail };
  }
  if (baseUrl?.startsWith('https:')) return { check: 'public address', status: 'ok', detail: baseUrl };
  const detail =
    'none; networks that fetch media themselves cannot reach this server. Set SOCIAL_BASE_URL to an https address';
  return { check: 'public address', status: 'warning', detail };
}

function checkWebhooks({ webhookAllow: { names, networks } }: Config): Finding {
  const allowed = [...names, ...networks];
  const others = allowed.length === 0 ? '' : `, and ${allowed.join(', ')}, also with plain http (SOCIAL_WEBHOOK_ALLOW)`;
  return { check: 'webhooks', status: 'ok', detail: `sent to public https addresses${others}` };
}
