import { Discord, Facebook, Google, generateCodeVerifier, LinkedIn, TikTok, Twitter } from 'arctic';
import * as oidc from 'openid-client';
import { Strategy } from 'passport-google-oauth20';
import { auth, Client } from 'twitter-api-sdk';
import { sandboxApp } from '../../src/world/apps.ts';

const redirectUri = 'http://127.0.0.1:9/callback';
const { clientId, clientSecret } = sandboxApp;
const app = [clientId, clientSecret, redirectUri] as const;

/** Opens an authorize page, which approves automatically, and returns the redirect's address. */
async function approve(url: string | URL): Promise<URL> {
  const response = await fetch(url, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return new URL(location);
}

const codeOf = async (url: string | URL) => (await approve(url)).searchParams.get('code') ?? '';
const read = async (url: string, token: string): Promise<Record<string, unknown>> =>
  (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<Record<string, unknown>>;

async function withArctic() {
  const verifier = generateCodeVerifier();
  const google = new Google(...app);
  const googleUrl = google.createAuthorizationURL('s', verifier, ['openid', 'profile', 'email']);
  const googleTokens = await google.validateAuthorizationCode(await codeOf(googleUrl), verifier);
  const discord = new Discord(...app);
  const discordUrl = discord.createAuthorizationURL('s', verifier, ['identify', 'webhook.incoming']);
  const discordTokens = await discord.validateAuthorizationCode(await codeOf(discordUrl), verifier);
  const renewed = await discord.refreshAccessToken(discordTokens.refreshToken());
  const facebook = new Facebook(...app);
  const facebookUrl = facebook.createAuthorizationURL('s', ['pages_show_list', 'public_profile']);
  const facebookTokens = await facebook.validateAuthorizationCode(await codeOf(facebookUrl));
  const linkedin = new LinkedIn(...app);
  const linkedinUrl = linkedin.createAuthorizationURL('s', ['openid', 'profile']);
  const linkedinTokens = await linkedin.validateAuthorizationCode(await codeOf(linkedinUrl));
  const x = new Twitter(...app);
  const xUrl = x.createAuthorizationURL('s', verifier, ['users.read', 'tweet.read']);
  const xTokens = await x.validateAuthorizationCode(await codeOf(xUrl), verifier);
  const tiktok = new TikTok(...app);
  const tiktokUrl = tiktok.createAuthorizationURL('s', verifier, ['user.info.basic']);
  const tiktokTokens = await tiktok.validateAuthorizationCode(await codeOf(tiktokUrl), verifier);
  const { webhook } = discordTokens.data as { webhook: { url: string } };
  return {
    google: (await read('https://openidconnect.googleapis.com/v1/userinfo', googleTokens.accessToken()))['email'],
    idToken: googleTokens.idToken().split('.').length,
    discord: (await read('https://discord.com/api/users/@me', renewed.accessToken()))['username'],
    webhook: new URL(webhook.url).origin,
    facebook: (await read('https://graph.facebook.com/v16.0/me', facebookTokens.accessToken()))['name'],
    linkedin: (await read('https://api.linkedin.com/v2/userinfo', linkedinTokens.accessToken()))['name'],
    x: await read('https://api.x.com/2/users/me', xTokens.accessToken()),
    tiktok: typeof tiktokTokens.accessToken(),
  };
}

async function withPassport() {
  const options = { clientID: clientId, clientSecret, callbackURL: redirectUri };
  const strategy = new Strategy(options, (_access, _refresh, profile, done) => done(null, profile));
  const scope = ['profile', 'email'];
  const url = await new Promise<string>((resolve) => {
    strategy.redirect = resolve;
    strategy.authenticate({ query: {} }, { scope });
  });
  const code = await codeOf(url);
  const profile = await new Promise<{ displayName: string; emails?: readonly { value: string }[] }>(
    (resolve, reject) => {
      strategy.success = resolve;
      strategy.error = reject;
      strategy.fail = reject;
      strategy.authenticate({ query: { code } }, { scope });
    },
  );
  return { name: profile.displayName, email: profile.emails?.[0]?.value };
}

async function withOpenid(issuer: string, usesProofKey: boolean) {
  const config = await oidc.discovery(new URL(issuer), clientId, {}, oidc.ClientSecretPost(clientSecret));
  const pkceCodeVerifier = usesProofKey ? oidc.randomPKCECodeVerifier() : undefined;
  const nonce = oidc.randomNonce();
  const url = oidc.buildAuthorizationUrl(config, {
    ...{ redirect_uri: redirectUri, scope: 'openid profile email', state: 's', nonce },
    ...(pkceCodeVerifier && {
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    }),
  });
  const tokens = await oidc.authorizationCodeGrant(config, await approve(url), {
    ...{ expectedState: 's', expectedNonce: nonce },
    ...(pkceCodeVerifier && { pkceCodeVerifier }),
  });
  const claims = tokens.claims();
  const info = await oidc.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
  return { issuer: claims?.iss, email: info.email };
}

async function withTwitterSdk() {
  const user = new auth.OAuth2User({
    ...{ client_id: clientId, client_secret: clientSecret, callback: redirectUri },
    scopes: ['tweet.read', 'tweet.write', 'users.read', 'offline.access'],
  });
  const code = await codeOf(user.generateAuthURL({ state: 's', code_challenge_method: 's256' }));
  await user.requestAccessToken(code);
  await user.refreshAccessToken();
  const client = new Client(user);
  const { data: me } = await client.users.findMyUser();
  const { data: tweet } = await client.tweets.createTweet({ text: 'from twitter-api-sdk' });
  await client.tweets.deleteTweetById(tweet?.id ?? '');
  await user.revokeAccessToken();
  return { username: me?.username, posted: tweet?.text };
}

process.stdout.write(
  JSON.stringify({
    arctic: await withArctic(),
    passport: await withPassport(),
    google: await withOpenid('https://accounts.google.com', true),
    linkedin: await withOpenid('https://www.linkedin.com/oauth', false),
    twitterApiSdk: await withTwitterSdk(),
  }),
);
