import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './errors.ts';

/** Typed reading of environment variables; an empty one counts as unset. Every method throws ConfigError naming the variable. */
export interface Environment {
  /** Settings that work but should not stay as they are, one sentence each. */
  readonly warnings: readonly string[];
  text(name: string): string | undefined;
  /** The variable, or the trimmed content of the file that `<NAME>_FILE` names. */
  secret(name: string): string | undefined;
  flag(name: string, fallback: boolean): boolean;
  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value;
  /** An http(s) address without its trailing slash. */
  address(name: string): string | undefined;
}

/** Reads from the given variables; nothing is cached, files are read when asked for. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const text = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  const warnings: string[] = [];
  return {
    warnings,
    text,
    secret(name) {
      const file = text(`${name}_FILE`);
      const value = text(name);
      if (file === undefined) return value;
      if (value !== undefined) throw new ConfigError(name, `is set, and so is ${name}_FILE; keep one of them`);
      try {
        const content = readFileSync(file, 'utf8').trim();
        if (statSync(file).mode & 0o077) warnings.push(`${name}_FILE: ${file} is readable for others; chmod 600 it`);
        return content || undefined;
      } catch (cause) {
        throw new ConfigError(
          `${name}_FILE`,
          `${file} cannot be read as a file; check the path and its permissions`,
          cause,
        );
      }
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
      if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
        throw new ConfigError(name, `"${value}" is not an address; use the form https://api.example.com`);
      }
      return value.replace(/\/+$/, '');
    },
  };
}
