import type { ErrorRule } from '../../http/error-rules.ts';
import { asString } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { instagramDialects } from './errors.ts';

const CLIENT_REFUSED: Pick<ErrorRule, 'kind' | 'code' | 'message'> = {
  kind: 'rejected',
  code: 'network_forbidden',
  message:
    "the network does not accept this server's app; check SOCIAL_PHOTONET_CLIENT_ID and SOCIAL_PHOTONET_CLIENT_SECRET",
};

/**
 * Errors of the token endpoints. The exchange of a code has a shape of its own, whose only telling part is a sentence; the
 * others speak as the Graph does.
 */
export const instagramTokenDialect: NetworkDialect = {
  platform: 'photonet',
  rules: [
    { detail: /client secret|platform app/i, ...CLIENT_REFUSED },
    { upstreamCode: '101', ...CLIENT_REFUSED },
    {
      detail: /redirect_uri/i,
      kind: 'rejected',
      code: 'network_forbidden',
      message: "the network does not know this server's redirect address; register it in the app's settings",
    },
    {
      upstreamCode: '400',
      kind: 'rejected',
      code: 'network_refused',
      message: 'the network did not accept the sign-in, which may have taken too long; start connecting photonet again',
    },
    {
      upstreamCode: '452',
      kind: 'reconnect',
      code: 'reconnect_required',
      message: 'the network no longer accepts this connection; connect photonet again',
    },
    ...instagramDialects.of('none').rules,
  ],
  readProblem: (status, body) => {
    const sentence = asString(body?.['error_message']);
    if (sentence === null) return instagramDialects.of('none').readProblem(status, body);
    return { status, upstreamCode: typeof body?.['code'] === 'number' ? String(body['code']) : null, detail: sentence };
  },
};
