import type { Call, JsonObject, Reply, Route } from '../../../http/route.ts';
import { presentAccount } from '../accounts/present.ts';
import { unknownPath } from '../errors.ts';
import { supportedTypes } from '../media/file-kind.ts';
import { knownScopes } from '../scopes.ts';
import { mastodonSeed } from '../seed.ts';
import { type PollLimits, softwareOf } from '../software.ts';
import type { MastodonState } from '../state.ts';

/** Frames a second, which the sandbox does not check. */
const videoFrameRate = 120;
/** Pixels as software without such a limit gives them. */
const unlimitedPixels = 2 ** 31 - 1;

/**
 * The documents with which an instance describes itself.
 *
 * @see https://docs.joinmastodon.org/methods/instance/ (read 2026-11-22)
 */
export function instanceRoutes(state: MastodonState): readonly Route[] {
  const read = { method: 'GET', operation: 'read' } as const;
  return [
    { ...read, path: '/api/v1/instance', handle: (call) => ({ status: 200, json: presentV1(state, call) }) },
    { ...read, path: '/api/v2/instance', handle: (call) => showV2(state, call) },
    {
      ...read,
      path: '/.well-known/oauth-authorization-server',
      handle: (call) => (softwareOf(state).hasAuthorizationServer ? describeAuthorization(call) : unknownPath()),
    },
    { ...read, path: '/.well-known/nodeinfo', handle: (call) => linkNodeinfo(state, call) },
    { ...read, path: '/nodeinfo/:version', handle: (call) => showNodeinfo(state, call) },
  ];
}

function showV2(state: MastodonState, call: Call): Reply {
  return softwareOf(state).hasInstanceV2 ? { status: 200, json: presentV2(state, call) } : unknownPath();
}

function presentV1(state: MastodonState, call: Call): JsonObject {
  const { announces, version, maxCharacters, files, polls } = softwareOf(state);
  const limits: JsonObject =
    announces === 'configuration'
      ? { configuration: configurationOf(state) }
      : {
          max_toot_chars: maxCharacters,
          description_limit: files.maxAltText,
          upload_limit: files.pictures.maxBytes,
          poll_limits: { max_option_chars: polls.maxOptionCharacters, ...presentPolls(polls) },
        };
  return {
    ...{ uri: hostOf(call), title: 'Sandbox', short_description: '', description: '', email: '', version },
    urls: { streaming_api: streamingOf(call) },
    stats: { user_count: state.world.accounts.of('mastodon').length, status_count: 0, domain_count: 0 },
    ...{ thumbnail: `${call.base}/avatars/sandbox_owner.png`, languages: ['en'] },
    ...{ registrations: false, approval_required: false, invites_enabled: false },
    ...limits,
    ...{ contact_account: contactOf(state, call), rules: [] },
  };
}

function presentV2(state: MastodonState, call: Call): JsonObject {
  const { version, apiVersion } = softwareOf(state);
  return {
    ...{ domain: hostOf(call), title: 'Sandbox', version, source_url: 'https://github.com/mastodon/mastodon' },
    ...{ description: '', usage: { users: { active_month: 1 } }, languages: ['en'], icon: [] },
    thumbnail: { url: `${call.base}/avatars/sandbox_owner.png` },
    configuration: {
      urls: { streaming: streamingOf(call), status: null },
      vapid: { public_key: '' },
      ...configurationOf(state),
      translation: { enabled: false },
    },
    registrations: { enabled: false, approval_required: false, message: null, url: null },
    ...(apiVersion !== undefined && { api_versions: { mastodon: apiVersion } }),
    contact: { email: '', account: contactOf(state, call) },
    rules: [],
  };
}

function configurationOf(state: MastodonState): JsonObject {
  const software = softwareOf(state);
  const { maxCharacters, maxMediaAttachments, files, announcedImageBytes, charactersPerLink, polls } = software;
  return {
    accounts: { max_featured_tags: 10, max_pinned_statuses: 5 },
    statuses: {
      max_characters: maxCharacters,
      max_media_attachments: maxMediaAttachments,
      characters_reserved_per_url: charactersPerLink,
    },
    media_attachments: {
      supported_mime_types: supportedTypes(software),
      description_limit: files.maxAltText,
      image_size_limit: announcedImageBytes ?? files.pictures.maxBytes,
      image_matrix_limit: files.pictures.maxPixels ?? unlimitedPixels,
      video_size_limit: files.videos.maxBytes,
      video_frame_rate_limit: videoFrameRate,
      video_matrix_limit: files.videos.maxPixels ?? unlimitedPixels,
    },
    polls: { max_characters_per_option: polls.maxOptionCharacters, ...presentPolls(polls) },
  };
}

function presentPolls({ maxOptions, minSeconds, maxSeconds }: PollLimits): JsonObject {
  return { max_options: maxOptions, min_expiration: minSeconds, max_expiration: maxSeconds };
}

function contactOf(state: MastodonState, call: Call): JsonObject | null {
  const account = state.world.accounts.find('mastodon', mastodonSeed.accounts.sandbox_owner);
  return account ? presentAccount(state, account, call) : null;
}

/** @see https://www.rfc-editor.org/rfc/rfc8414 */
function describeAuthorization({ base }: Call): Reply {
  const json = {
    issuer: `${base}/`,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    revocation_endpoint: `${base}/oauth/revoke`,
    app_registration_endpoint: `${base}/api/v1/apps`,
    scopes_supported: knownScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
  };
  return { status: 200, json };
}

function linkNodeinfo(state: MastodonState, { base }: Call): Reply {
  const links = softwareOf(state).nodeinfoVersions.map((version) => ({
    rel: `http://nodeinfo.diaspora.software/ns/schema/${version}`,
    href: `${base}/nodeinfo/${version}`,
  }));
  return { status: 200, json: { links } };
}

function showNodeinfo(state: MastodonState, { params }: Call): Reply {
  const version = softwareOf(state).nodeinfoVersions.find((each) => each === params['version']);
  return version === undefined ? unknownPath() : { status: 200, json: presentNodeinfo(state, version) };
}

function presentNodeinfo(state: MastodonState, version: string): JsonObject {
  return {
    version,
    software: { name: state.settings.kind, version: softwareOf(state).version },
    ...{ protocols: ['activitypub'], services: { outbound: [], inbound: [] } },
    usage: {
      users: { total: state.world.accounts.of('mastodon').length, activeMonth: 1, activeHalfyear: 1 },
      localPosts: 0,
    },
    ...{ openRegistrations: false, metadata: {} },
  };
}

/** Returns the instance's host as accounts elsewhere name it. */
export function hostOf({ base }: Call): string {
  return new URL(base).host;
}

function streamingOf({ base }: Call): string {
  return base.replace(/^http/, 'ws');
}
