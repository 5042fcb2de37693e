/** The picture of a connection's account, small. */
export interface AccountPictureTable {
  connection_id: string;
  content_type: string;
  bytes: Uint8Array;
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
