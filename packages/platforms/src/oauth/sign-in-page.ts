import type { SignIn } from '../driver.ts';

/**
 * Begins a sign-in at a network's authorize page. Spaces become `%20`, which every server reads, rather than the `+` of forms.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1
 */
export function signInAt(page: string, parameters: Readonly<Record<string, string>>): SignIn {
  const url = new URL(page);
  url.search = new URLSearchParams({ response_type: 'code', ...parameters }).toString().replaceAll('+', '%20');
  return { url };
}
