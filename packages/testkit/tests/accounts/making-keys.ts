import { uniqueText, type Workspace } from '@social/testkit';

export interface Made {
  readonly rawKey: string;
  readonly key: Record<string, unknown> & { readonly id: string };
}

/** Calls that make keys of a workspace, and publish with them. */
export function makingKeys(workspace: Workspace) {
  async function makeKey(wanted: object, by: string | undefined = undefined): Promise<Made> {
    const { status, body, text } = await tryMake(wanted, by);
    if (status !== 201) throw new Error(`making a key answered ${status} ${text}`);
    return body;
  }

  function tryMake(wanted: object, by: string | undefined = undefined) {
    return workspace.api('POST', '/api/keys', { body: { name: 'Scoped', ...wanted }, ...(by && { key: by }) });
  }

  const publish = (key: string, body: object = {}, headers: Record<string, string> = {}) =>
    workspace.api('POST', '/api/v1/posts', {
      ...{ key, headers },
      body: { text: uniqueText('Scoped'), platforms: ['profnet'], ...body },
    });

  return { makeKey, publish, tryMake };
}
