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
