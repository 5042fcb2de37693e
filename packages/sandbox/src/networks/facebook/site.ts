/** The address of the network's pages for people, which share one address with the API unless the caller sees the real hosts. */
export function siteOf(base: string): string {
  return base.replace(/^https:\/\/graph(?:-video)?\.facebook\.com$/, 'https://www.facebook.com');
}
