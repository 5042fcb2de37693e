import { InvalidArgumentError, Option } from 'commander';

/** An option with one value. Refuses an empty value, and a second one, which would silently replace the first. */
export function single(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, earlier: string | undefined) => {
    if (earlier !== undefined) throw new InvalidArgumentError('It was given twice.');
    if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
    return value;
  });
}

/** A whole number within bounds. */
export function integer(flags: string, description: string, min: number, max: number): Option {
  return new Option(flags, description).argParser((value: string, earlier: number | undefined) => {
    if (earlier !== undefined) throw new InvalidArgumentError('It was given twice.');
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return number;
  });
}

/** An option that may be repeated; collects the values in order. Refuses an empty value: a variable may be unset. */
export function repeated(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value: string, earlier: string[] | undefined) => {
    if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
    return [...(earlier ?? []), value];
  });
}

/** An option without a value. */
export function flag(flags: string, description: string): Option {
  return new Option(flags, description);
}

/** Refuses an empty argument: a variable may be unset. */
export function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

/** `--key` of commands that change something. */
export function idempotencyKey(description = 'the same key does the same thing only once'): Option {
  return single('--key <key>', description).argParser((value: string, earlier: string | undefined) => {
    if (earlier !== undefined) throw new InvalidArgumentError('It was given twice.');
    if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
    if (!/^[ -~]{1,255}$/.test(value)) throw new InvalidArgumentError('It takes 1-255 printable ASCII characters.');
    return value;
  });
}

/** `--platform` of commands that filter by platform. */
export function platformOption(description: string): Option {
  return single('--platform <platform>', description);
}
