import { asString } from '../../../http/lossless-json.ts';
import type { NetworkDialect } from '../../../http/network-client.ts';
import { deadGrant, refusedApp, refusedSignIn, unknownRedirect } from '../../../oauth/token-rules.ts';
import { instagramDialects } from '../errors.ts';

/**
 * Errors of the token endpoints. The exchange of a code has its own shape, in which only a sentence tells the cases apart;
 * the other endpoints answer like the Graph.
 */
export const instagramTokenDialect: NetworkDialect = {
  platform: 'photonet',
  rules: [
    { detail: /client secret|platform app/i, ...refusedApp('photonet') },
    { upstreamCode: '101', ...refusedApp('photonet') },
    { detail: /redirect_uri/i, ...unknownRedirect() },
    { upstreamCode: '400', ...refusedSignIn('photonet') },
    { upstreamCode: '452', ...deadGrant('photonet') },
    ...instagramDialects.of('none').rules,
  ],
  readProblem: (status, body) => {
    const sentence = asString(body?.['error_message']);
    if (sentence === null) return instagramDialects.of('none').readProblem(status, body);
    return { status, upstreamCode: typeof body?.['code'] === 'number' ? String(body['code']) : null, detail: sentence };
  },
};
