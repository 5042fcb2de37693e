import type { RegisteredApp } from './driver.ts';
import type { JsonObject } from './http/lossless-json.ts';

/** Way in which users can sign in through the browser at a server of this product, or why they cannot. */
export type SignInWay =
  | { readonly kind: 'loopback' | 'described' }
  /** The reason is a sentence without a full stop that ends with what to do instead. */
  | { readonly kind: 'none'; readonly reason: string };

/** An app that is registered nowhere: the servers of a network read its description at the address of this product's server. */
export interface OwnApp {
  /** @param baseUrl public address of the server, without a trailing slash */
  signInAt(baseUrl: string): SignInWay;
  /** Makes an app, with new secrets. @throws PlatformError where nobody can sign in */
  create(redirectUri: string): RegisteredApp;
  /**
   * Writes the document that is to be answered at the app's `clientId`, where `signInAt` says `described`.
   * @param apps all apps of the server whose connections still exist: connections end when their app is no longer described
   */
  describe(baseUrl: string, apps: readonly RegisteredApp[]): JsonObject;
}
