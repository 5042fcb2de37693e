import { randomUUID } from 'node:crypto';
import { type ApiAnswer, Browserless, PASSWORD, type Workspace } from '@social/testkit';

export type Role = 'owner' | 'editor' | 'writer';

/** A member of a workspace, signed in. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly browser: Browserless;
}

export const newAddress = (): string => `${randomUUID()}@example.com`;

/** Invites with the key of the workspace. @returns the answer's body, and the token of its link */
export async function invite({ api }: Workspace, body: object): Promise<{ token: string; body: ApiAnswer['body'] }> {
  const answer = await api('POST', '/api/invitations', { body });
  if (answer.status !== 201) throw new Error(`inviting answered ${answer.status} ${answer.text}`);
  return { token: tokenOf(answer.body.url), body: answer.body };
}

export const tokenOf = (url: string): string => url.split('#')[1] ?? '';

/** Tries to join in a new browser. */
export function join(url: string, token: string, email = newAddress()): Promise<ApiAnswer> {
  return new Browserless(url).visit('POST', '/api/account/join', { body: { token, email, password: PASSWORD } });
}

/** Invites a person and has it join. */
export async function addPerson(url: string, workspace: Workspace, role: Role): Promise<Person> {
  const { token } = await invite(workspace, { role });
  const browser = new Browserless(url);
  const email = newAddress();
  const { status, text } = await browser.visit('POST', '/api/account/join', {
    body: { token, email, password: PASSWORD },
  });
  if (status !== 201) throw new Error(`joining answered ${status} ${text}`);
  const { members } = (await workspace.api('GET', '/api/members')).body;
  return { id: members.find((member: { email: string }) => member.email === email).id, email, browser };
}
