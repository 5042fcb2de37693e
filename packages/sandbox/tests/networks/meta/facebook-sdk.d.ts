/** Types of Facebook's own untyped SDK, as far as the tests use them. */
declare module 'facebook-nodejs-business-sdk' {
  type Params = Readonly<Record<string, unknown>>;
  type Fields = readonly string[];

  interface GraphObject {
    readonly id: string;
    readonly _data: Readonly<Record<string, unknown>>;
  }

  interface Cursor extends Array<GraphObject> {
    hasNext(): boolean;
    next(): Promise<Cursor>;
  }

  interface Sdk {
    readonly FacebookAdsApi: { init(token: string, locale: string, reportsCrashes: boolean): unknown };
    readonly User: new (id: string) => GraphObject & { getAccounts(fields: Fields, params?: Params): Promise<Cursor> };
    readonly Page: new (
      id: string,
    ) => GraphObject & {
      createFeed(fields: Fields, params: Params): Promise<GraphObject>;
      createPhoto(fields: Fields, params: Params): Promise<GraphObject>;
      createVideo(fields: Fields, params: Params): Promise<GraphObject>;
    };
    readonly PagePost: new (id: string) => GraphObject & { delete(fields: Fields): Promise<unknown> };
    readonly AdVideo: new (id: string) => GraphObject & { read(fields: Fields): Promise<GraphObject> };
    readonly IGUser: new (
      id: string,
    ) => GraphObject & {
      createMedia(fields: Fields, params: Params): Promise<GraphObject>;
      createMediaPublish(fields: Fields, params: Params): Promise<GraphObject>;
      getContentPublishingLimit(fields: Fields): Promise<Cursor>;
    };
    readonly IGMedia: new (id: string) => GraphObject & { get(fields: Fields): Promise<GraphObject> };
  }

  const sdk: Sdk;
  export default sdk;
}
