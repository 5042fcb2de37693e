import { type DestinationStream, type Logger, pino } from 'pino';
import { openBufferedStderr } from './buffered-stderr.ts';

export type { Logger } from 'pino';

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
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    },
    destination,
  );
}
