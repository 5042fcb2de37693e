import { readFileSync, statSync } from 'node:fs';
import { nearest } from '@social/rules';
import { ConfigError } from '../errors.ts';

/** Typed reading of environment variables; an empty one counts as unset. Every method throws ConfigError naming the variable. */
export interface Environment {
  /** Settings that work but should not stay as they are, one sentence each. */
  readonly warnings: readonly string[];
  /** A sentence for each variable of this product that was given and that nothing has asked for. */
  unknown(): string[];
  text(name: string): string | undefined;
  /** The variable, or the trimmed content of the file that `<NAME>_FILE` names. */
  secret(name: string): string | undefined;
  flag(name: string, fallback: boolean): boolean;
  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value;
  /** An http(s) address without its trailing slash. */
  address(name: string): string | undefined;
}

/** Variables of the command and of tests, which may stand beside a server's own. */
const NOT_OF_THE_SERVER = /^SOCIAL_(?:API_KEY|PROFILE|CONTEXT|KEY|TEST_\w+|FAULT\w*)$/;

/** Reads from the given variables; nothing is cached, files are read when asked for. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const asked = new Set<string>();
  const text = (name: string): string | undefined => {
    asked.add(name);
    const value = env[name]?.trim() || undefined;
    if (value !== undefined) checkCharacters(name, value);
    return value;
  };
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
      try {
        const content = readFileSync(file, 'utf8').trim();
        if (statSync(file).mode & 0o077) warnings.push(`${name}_FILE: ${file} is readable for others; chmod 600 it`);
        if (content !== '') {
          checkCharacters(`${name}_FILE`, content);
          return content;
        }
      } catch (cause) {
        if (cause instanceof ConfigError) throw cause;
        throw new ConfigError(
          `${name}_FILE`,
          `${file} cannot be read as a file; check the path and its permissions`,
          cause,
        );
      }
      throw new ConfigError(`${name}_FILE`, `${file} is empty; was the secret mounted when the server started?`);
    },
    flag(name, fallback) {
      const value = text(name);
      if (value === undefined) return fallback;
      if (value === 'true' || value === '1') return true;
      if (value === 'false' || value === '0') return false;
      throw new ConfigError(name, `"${value}" is neither true nor false`);
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
  };
}

/** An address as it may be shown: without a user name and password. */
export function withoutUserInfo(address: string): string {
  return address.replace(/\/\/[^/]*@/, '//');
}

/** A secret that was pasted with a line break fails only at a network, which says nothing of the cause. */
function checkCharacters(name: string, value: string): void {
  if (/[\r\n]/.test(value)) throw new ConfigError(name, 'holds a line break; give it on one line');
  if (/\p{Cc}/u.test(value)) throw new ConfigError(name, 'holds a control character; type it again');
}
