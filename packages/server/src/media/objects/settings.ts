/** Source of the keys for the object storage. */
export type CredentialSource =
  | { readonly kind: 'static'; readonly credentials: Credentials }
  | {
      readonly kind: 'container';
      readonly url: string;
      /** Value of the Authorization header, or the file that holds it, which is read again each time. */
      readonly token: string | null;
      readonly tokenFile: string | null;
    };

/** Keys that sign requests to the object storage. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

/** Settings of the object storage. */
export interface ObjectStorageSettings {
  readonly bucket: string;
  /** Empty, or ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** Origin of the storage. */
  readonly endpoint: string;
  /** Set when networks can fetch from the endpoint. */
  readonly isPublic: boolean;
  readonly credentials: CredentialSource;
}

/** Name of the place in messages, as in the setting. */
export const shownPlace = ({ bucket, prefix, endpoint }: ObjectStorageSettings): string =>
  `s3://${bucket}/${prefix} at ${endpoint}`;
