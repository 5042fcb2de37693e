/** Names of request fields on the command line. */
const NAMES: Readonly<Record<string, string>> = {
  text: 'The text',
  media: '--media',
  mediaUrls: '--media',
  platforms: '--to',
  platform: 'The platform',
  scheduledFor: '--at',
  slot: '--at next',
  profile: '--profile',
  profileId: '--profile',
  thread: '--thread',
  comments: '--comment',
  published: '--published',
  part: '--part',
  cursor: '--cursor',
  commentary: '--commentary',
  name: 'The name',
  times: 'The weekly times',
  timeZone: '--zone',
  from: '--from',
  to: '--to',
  scopes: '--scope',
  profiles: '--profile',
  expiresAt: '--expires',
  creditLimit: '--credit-limit',
  botToken: 'The token',
  webhookUrl: 'The address of the webhook',
  chatId: '--chat',
  mpost_id: 'The id of the post',
  post_urn: 'The URN of the post',
  target_user_id: 'The id of the user',
  recipient_id: 'The id of the user',
};

/** Replaces the request field at the beginning of a message by its flag or words of the command line. */
export function inWordsOfFlags(message: string): string {
  const [, path = '', rest = ''] = /^([A-Za-z_][\w.[\]]*(?::[\w.[\]-]+)?): (.*)$/s.exec(message) ?? [];
  const name = path === '' ? undefined : nameOf(path);
  if (name === undefined) return message;
  // `is 12 too long` continues the name; a whole sentence follows a colon.
  return /^(is|are|must|holds?|has|have|may|needs?|takes?|cannot)\b/.test(rest)
    ? `${name} ${rest}`
    : `${name}: ${rest}`;
}

function nameOf(path: string): string | undefined {
  const [, platform, own] = /^overrides\.([\w:-]+)(?:\.(\w+))?/.exec(path) ?? [];
  if (platform !== undefined) return own === 'media' ? `--media for ${platform}` : `The text for ${platform}`;
  const [, setting] = /^meta\.(\w+)/.exec(path) ?? [];
  if (setting !== undefined) return `--meta ${setting}`;
  const [, target, chosen] = /^settings\.([\w:-]+)(?:\.(\w+))?/.exec(path) ?? [];
  if (target !== undefined) return chosen === undefined ? `--set ${target}` : `--set ${target}.${chosen}`;
  if (path === 'meta') return '--meta';
  const [, list = '', index, field] = /^(\w+)(?:\[(\d+)\])?(?:\.(\w+))?/.exec(path) ?? [];
  const name = Object.hasOwn(NAMES, list) ? NAMES[list] : undefined;
  if (name === undefined) return undefined;
  if (field === 'alt') return '--alt';
  return index === undefined || list === 'platforms' ? name : `${name} (number ${Number(index) + 1})`;
}
