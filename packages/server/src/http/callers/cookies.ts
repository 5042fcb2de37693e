/** Short-lived cookies of the connect flow: bound to this host, hidden from scripts, and https only where the base URL is. */
export interface FlowCookies {
  /** Name of the cookie that ties one flow to the browser that began it. */
  flow(flowId: string): string;
  /** Name of the temporary cookie that lets a browser see the account options. */
  connect(platform: string): string;
  /** Name of the cookie of a browser that the server has just redirected to the configured address. */
  readonly sentToBase: string;
  set(name: string, value: string, maxAgeSeconds: number): string;
  clear(name: string): string;
  /** Clears every flow and connection cookie that a Cookie header names. */
  clearAll(header: string): string[];
}

export function createFlowCookies(baseUrl: string): FlowCookies {
  const secure = baseUrl.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  const clear = (name: string): string => `${name}=; Max-Age=0; ${attributes}`;
  return {
    flow: (flowId) => `${prefix}social.flow.${flowId.slice(0, 16)}`,
    sentToBase: `${prefix}social.base`,
    connect: (platform) => `${prefix}social.connect.${platform}`,
    set: (name, value, maxAgeSeconds) => `${name}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    clear,
    clearAll(header) {
      const names = pairsOf(header).map(([name]) => name);
      return names.filter((name) => /^(?:__Host-)?social\.(?:flow|connect)\.\w+$/.test(name)).map(clear);
    },
  };
}

/** Reads the value of a cookie from a Cookie header. */
export function readCookie(header: string, name: string): string | undefined {
  return pairsOf(header).find(([each]) => each === name)?.[1];
}

function pairsOf(header: string): [name: string, value: string][] {
  return header.split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    return equals > 0 ? [[pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]] : [];
  });
}
