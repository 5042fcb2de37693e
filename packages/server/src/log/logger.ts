import { type DestinationStream, type Logger, pino } from 'pino';
import { openBufferedStderr } from './buffered-stderr.ts';

export type { Logger } from 'pino';

/** Writes the instant of a line as a field. Busy servers write many lines in a millisecond. */
function createTimestamp(): () => string {
  let last = 0;
  let field = '';
  return () => {
    const now = Date.now();
    if (now !== last) {
      last = now;
      field = `,"time":"${new Date(now).toISOString()}"`;
    }
    return field;
  };
}

/** Creates a logger of JSON lines on stderr. Redacts fields whose name says that they hold a secret, down to the third level. */
export function createLogger(level: string, destination: DestinationStream = openBufferedStderr()): Logger {
  const secrets = [
    'authorization',
    'cookie',
    'password',
    'accessToken',
    'refreshToken',
    'rawKey',
    'clientSecret',
    'botToken',
    'webhookUrl',
  ];
  return pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    destination,
  );
}
