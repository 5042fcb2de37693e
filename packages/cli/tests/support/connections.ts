/** Connection of an account, as the API answers it. */
export const CONNECTED = {
  connected: true,
  displayName: 'Ada Example',
  state: 'connected',
  username: 'ada',
  network: 'x',
  picture: null,
  connectedAt: '2026-11-20T14:00:00.000Z',
  expiresAt: null,
  configured: true,
  missingScopes: [],
};

/** The same platform without an account. */
export const NOT_CONNECTED = {
  ...CONNECTED,
  ...{ connected: false, displayName: null, state: 'not_connected', username: null, network: null, connectedAt: null },
};

/** The connection of a platform with several accounts, of which the first is the default. */
export function accounts(
  platform: string,
  ...given: readonly { readonly name: string; readonly network?: string; readonly formerly?: string }[]
) {
  const all = given.map(({ name, network = platform, formerly }, index) => {
    const isFirstOfNetwork = given.findIndex((one) => (one.network ?? platform) === network) === index;
    const targets = [
      `${platform}:${name}`,
      ...(formerly === undefined ? [] : [`${platform}:${formerly}`]),
      ...(isFirstOfNetwork && network !== platform ? [`${platform}:${network}`] : []),
      ...(index === 0 ? [platform] : []),
    ];
    return { ...CONNECTED, username: name, network, name, isDefault: index === 0, targets };
  });
  const {
    name: _,
    isDefault: __,
    targets: ___,
    ...first
  } = all[0] ?? { ...NOT_CONNECTED, name: '', isDefault: false, targets: [] };
  return { [platform]: { ...first, accounts: all } };
}
