import { type DestinationStream, type Logger, pino } from 'pino';

const FLUSH_INTERVAL_MS = 250;
const BUFFER_BYTES = 4096;

export type { Logger } from 'pino';

/** JSON lines on stderr. What could hold a secret is left out by name, wherever it stands. */
export function createLogger(level: string, destination: DestinationStream = bufferedStderr()): Logger {
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

/** Standard error, written to in pieces: a system call per line would cost more than answering a small request. */
function bufferedStderr(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: false, minLength: BUFFER_BYTES });
  setInterval(() => destination.flush(), FLUSH_INTERVAL_MS).unref();
  process.on('exit', () => destination.flushSync());
  return destination;
}
