import { readFileSync, statSync } from 'node:fs';
import { nearest } from '@social/rules';
import { isLoopback } from '../addresses.ts';
import { ConfigError } from '../errors.ts';

/** Typed reading of environment variables; an empty variable counts as unset. Every method throws ConfigError naming the variable. */
export interface Environment {
  /** Settings that work but should be changed, one sentence each. */
  readonly warnings: readonly string[];
  /** A sentence for each `SOCIAL_` variable that is set and that the server has not read. */
  unknown(): string[];
  text(name: string): string | undefined;
  /** The variable, or the trimmed content of the file that `<NAME>_FILE` names. */
  secret(name: string): string | undefined;
  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value;
  /** An http(s) address without its trailing slash. */
  address(name: string): string | undefined;
  /** Refuses plain http to another machine, unless SOCIAL_INSECURE_HTTP allows it. @param what would be sent, for the message */
  refusePlainHttp(name: string, address: string, what: string): void;
}

/** Variables of the command and of tests, which may be set for a server too. */
const NOT_OF_THE_SERVER = /^SOCIAL_(?:API_KEY|PROFILE|CONTEXT|KEY|TEST_\w+|FAULT\w*)$/;

/** Creates a reader of the given variables. It caches nothing, and reads a file when a method needs it. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const asked = new Set<string>();
  const text = (name: string): string | undefined => {
    asked.add(name);
    const value = env[name]?.trim() || undefined;
    if (value !== undefined) checkCharacters(name, value);
    return value;
  };
  const isInsecureAllowed = readFlag('SOCIAL_INSECURE_HTTP', text('SOCIAL_INSECURE_HTTP'));
  const warnings: string[] = [];
  return {
    warnings,
    text,
    unknown() {
      const given = Object.keys(env).filter((name) => name.startsWith('SOCIAL_') && env[name] !== '');
      return given
        .filter((name) => !asked.has(name) && !NOT_OF_THE_SERVER.test(name))
        .map((name) => {
          const meant = nearest(name, [...asked]);
          return `${name} is not a setting${meant === undefined ? '' : `; did you mean ${meant}?`}`;
        });
    },
    secret(name) {
      const file = text(`${name}_FILE`);
      const value = text(name);
      if (file === undefined) return value;
      if (value !== undefined) throw new ConfigError(name, `is set, and so is ${name}_FILE; keep one of them`);
      const content = readSecretFile(`${name}_FILE`, file);
      warnings.push(...privacyWarnings(file).map((warning) => `${name}_FILE: ${warning}`));
      return content;
    },
    oneOf(name, values, fallback) {
      const value = text(name) ?? fallback;
      const known = values.find((candidate) => candidate === value);
      if (known === undefined) throw new ConfigError(name, `"${value}" is unknown; use one of ${values.join(', ')}`);
      return known;
    },
    address(name) {
      const value = text(name);
      if (value === undefined) return undefined;
      const url = URL.canParse(value) ? new URL(value) : null;
      if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
        const shown = withoutUserInfo(value);
        throw new ConfigError(name, `"${shown}" is not an address; use the form https://api.example.com`);
      }
      return value.replace(/\/+$/, '');
    },
    refusePlainHttp(name, address, what) {
      const { protocol, hostname } = new URL(address);
      if (protocol !== 'http:' || isLoopback(hostname) || isInsecureAllowed) return;
      const fix = 'use https, or set SOCIAL_INSECURE_HTTP=true on a closed network';
      throw new ConfigError(name, `plain http would send ${what} in the clear; ${fix}`);
    },
  };
}

/** An address without its user name and password, for messages. */
export function withoutUserInfo(address: string): string {
  return address.replace(/\/\/[^/]*@/, '//');
}

/**
 * A warning when other users of this machine can read a file that holds a secret; empty when the file cannot be found, and on
 * Windows, where the folder's access list decides and the mode says nothing.
 */
export function privacyWarnings(path: string): string[] {
  if (process.platform === 'win32') return [];
  try {
    // Not on Windows: see above.
    return statSync(path).mode & 0o077 ? [`${path} is readable for others; chmod 600 it`] : [];
  } catch {
    return [];
  }
}

function readFlag(name: string, value: string | undefined): boolean {
  if (value === 'true' || value === '1') return true;
  if (value === undefined || value === 'false' || value === '0') return false;
  throw new ConfigError(name, `"${value}" is neither true nor false`);
}

function readSecretFile(name: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(name, `${file} cannot be read as a file; check the path and its permissions`, cause);
  }
  if (content === '') throw new ConfigError(name, `${file} is empty; was the secret mounted when the server started?`);
  checkCharacters(name, content);
  return content;
}

/** Refuses a secret that was pasted with a line break: it would fail only at a network, whose answer does not name the cause. */
function checkCharacters(name: string, value: string): void {
  if (/[\r\n]/.test(value)) throw new ConfigError(name, 'holds a line break; give it on one line');
  if (/\p{Cc}/u.test(value)) throw new ConfigError(name, 'holds a control character; type it again');
}
