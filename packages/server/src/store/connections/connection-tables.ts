/** The picture of a connection's account, small. */
export interface AccountPictureTable {
  connection_id: string;
  content_type: string;
  bytes: Uint8Array;
}

/** The account of a connection, also of one that is gone. */
export interface ConnectedAccountTable {
  connection_id: string;
  workspace_id: string;
  network_origin: string;
  account_id: string;
}

/** An app that this product has registered at one server of an open network. */
export interface NetworkAppTable {
  /** SHA-256 of network, server, redirect address and permissions, hex. */
  id: string;
  /** Empty for an app that all servers of a network know. */
  network_origin: string;
  client_id: string;
  client_secret: string;
  created_at: string;
}
