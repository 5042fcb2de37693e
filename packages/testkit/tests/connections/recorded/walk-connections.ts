import { sandboxSeed } from '@social/sandbox';
import { samplePng } from '@social/testkit';
import type { World } from './recorder.ts';

/** What is connected: status, pictures, tokens, reconnecting and disconnecting. */
export async function walkConnections({ stack, workspace, files, record }: World): Promise<void> {
  const picture = files.serve('/grey.png', { body: samplePng(), headers: { 'content-type': 'image/png' } });
  const status = (name: string) => record(name, 'GET', '/api/connect/status');
  const { body } = await status('status of all platforms');
  await record('platforms', 'GET', '/api/v1/platforms');
  await record('status of an unknown profile', 'GET', '/api/connect/status', {
    headers: { 'social-profile': 'nobody' },
  });
  await record(
    'status of another profile',
    'GET',
    '/api/connect/status?profileId=00000000-0000-4000-8000-000000000000',
  );
  await record('the picture of an account', 'GET', body.video.picture);
  await record('the picture of an account by its platform', 'GET', '/api/connect/video/picture');
  await record('the picture of an account without one', 'GET', '/api/connect/chatbot/picture');
  await record('options without an attempt', 'GET', '/api/connect/profnet/options');
  await record('confirm without an attempt', 'POST', '/api/connect/profnet/confirm', { body: { option: 'none' } });
  await record('connect an unknown platform', 'GET', '/api/auth/myspace');
  await record('a callback without a state', 'GET', '/api/auth/profnet/callback');

  const token = (name: string, wanted: object, platform = 'chatbot') =>
    record(name, 'POST', `/api/connect/${platform}/token`, { body: wanted });
  const { token: botToken } = sandboxSeed.telegram.bot;
  await token('a token without a chat', { botToken });
  await token('a token that is wrong', { botToken: '1:wrong', chatId: '@sandbox_channel' });
  await token('a token for a platform without tokens', { botToken }, 'profnet');
  await token('connect a chat', { botToken, chatId: '@sandbox_channel' });
  await token('connect the same chat again', { botToken, chatId: '@sandbox_channel' });
  await record('publish to the chat', 'POST', '/api/v1/posts', {
    body: { text: 'To the chat', platforms: ['chatbot'] },
  });

  await stack.sandbox.fault({ network: 'facebook', operation: 'publish', kind: 'unauthorized', times: 1 });
  await record('publish with a permission that ended', 'POST', '/api/v1/posts', {
    body: { text: 'Not allowed', platforms: ['socialnet'] },
  });
  await stack.sandbox.clearFaults();
  await status('status with one to connect again');
  await workspace.connect('socialnet');
  await status('status after connecting again');
  await record('disconnect', 'POST', '/api/connect/photonet/disconnect', { body: {} });
  await record('disconnect again', 'POST', '/api/connect/photonet/disconnect', { body: {} });
  await record('disconnect from an unknown profile', 'POST', '/api/connect/photonet/disconnect', {
    body: { profileId: '00000000-0000-4000-8000-000000000000' },
  });
  await record('disconnect an unknown platform', 'POST', '/api/connect/myspace/disconnect', { body: {} });
  await status('status after disconnecting');
  await record('publish where the account is gone', 'POST', '/api/v1/posts', {
    body: { text: 'Too late', platforms: ['photonet', 'mastodon'], mediaUrls: [picture] },
  });
}

/** Calls of X and LinkedIn that act at once. */
export async function walkActions({ stack, record }: World): Promise<void> {
  const friendsPost = { mpost_id: '1990000000000000002' };
  const x = (name: string, method: string, path: string, body?: object) =>
    record(name, method, `/api/v1/microblog/${path}`, { ...(body && { body }) });
  await x('like', 'POST', 'like', friendsPost);
  await x('unlike', 'DELETE', 'like', friendsPost);
  await x('follow', 'POST', 'follow', { target_user_id: '1745123467899012481' });
  await x('bookmark', 'POST', 'bookmark', friendsPost);
  await x('direct message', 'POST', 'dm', { recipient_id: '1745123467899012481', text: 'Thank you!' });
  await x('hide a reply', 'PUT', 'reply/hide', { mpost_id: '1990000000000000004', hidden: true });
  await x('delete', 'DELETE', 'mpost?mpost_id=1999999999999999999');
  await x('find a user', 'GET', 'user?username=sandbox_friend');
  await x('find nobody', 'GET', 'user?username=nobody_at_all');
  await x('like without a post', 'POST', 'like', {});
  await stack.sandbox.fault({ network: 'x', operation: 'action', kind: 'forbidden', times: 1 });
  await x('like what cannot be liked', 'POST', 'like', friendsPost);
  const linkedin = { post_urn: 'urn:li:share:7141138937766391809' };
  await record('reshare', 'POST', '/api/v1/profnet/reshare', { body: { ...linkedin, commentary: 'Worth reading' } });
  await record('delete a LinkedIn post', 'DELETE', '/api/v1/profnet/post', {
    body: { post_urn: 'urn:li:share:7999999999999999999' },
  });
  await record('delete without a post', 'DELETE', '/api/v1/profnet/post', { body: {} });

  const poor = await stack.createWorkspace({ plan: 'free', connect: ['microblog', 'profnet'] });
  await record('an action that the plan has not', 'POST', '/api/v1/microblog/like', {
    by: poor.api,
    body: friendsPost,
  });
  await stack.query(`update workspace set balance = 1 where id = '${poor.workspaceId}'`);
  await record('publish without credits', 'POST', '/api/v1/posts', {
    by: poor.api,
    body: { text: 'Too dear', platforms: ['profnet', 'microblog'] },
  });
  await record('dry run without credits', 'POST', '/api/v1/posts?dryRun=true', {
    by: poor.api,
    body: { text: 'Too dear', platforms: ['profnet', 'microblog'] },
  });
  await stack.query(`update workspace set balance = 0 where id = '${poor.workspaceId}'`);
  await record('an action without credits', 'POST', '/api/v1/profnet/reshare', { by: poor.api, body: linkedin });
  const unconnected = await stack.createWorkspace();
  await record('an action where nothing is connected', 'POST', '/api/v1/microblog/like', {
    by: unconnected.api,
    body: friendsPost,
  });
  await record('status where nothing is connected', 'GET', '/api/connect/status', { by: unconnected.api });
}
