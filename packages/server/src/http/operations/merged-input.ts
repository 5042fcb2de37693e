import { invalid } from '../../errors.ts';

/**
 * Merges the input of a DELETE, whose fields may be in the query or in the JSON body.
 * @throws AppError invalid_request when the two differ
 */
export function mergeInputs<Input extends object>(query: Input, body: Input | undefined): Input {
  const merged: Record<string, unknown> = Object.fromEntries(Object.entries(query));
  for (const [name, value] of Object.entries(body ?? {})) {
    if (merged[name] !== undefined && merged[name] !== value) {
      throw invalid(name, 'has one value in the query and another in the body; send it once');
    }
    merged[name] = value;
  }
  return merged as Input;
}

/** Returns the value of a field that a DELETE needs. @throws AppError invalid_request when it is missing */
export function required(value: string | undefined, field: string): string {
  if (value === undefined) throw invalid(field, 'is required, in the query or in the JSON body');
  return value;
}
