import { type DestinationStream, type Logger, pino } from 'pino';
import { openBufferedStderr } from './buffered-stderr.ts';

export type { Logger } from 'pino';

/** JSON lines on stderr. What could hold a secret is left out by name, wherever it stands. */
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
