const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Elements with an empty line before and behind them. */
export const PARAGRAPHS = names(
  'address article aside blockquote body center details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend main menu nav ol p pre search section summary table ul',
);
/** Elements that begin a line of their own. */
export const LINES = names('caption dd dt li option tbody tfoot thead tr');
/** Elements within a line. */
export const INLINE = names(
  'a abbr acronym b bdi bdo big br cite code col colgroup data del dfn em font i img input ins kbd label link mark meta nobr picture q rb rp rt ruby s samp slot small source span strike strong sub sup td th time track tt u var wbr',
);
/** Elements whose text nobody reads. */
export const HIDDEN = names(
  'audio base button canvas datalist embed frame frameset head iframe map math meter noembed noframes noscript object optgroup output param progress script select style svg template textarea title video xmp',
);
/** Elements in which white space is as it is written. */
export const VERBATIM = names('pre listing plaintext');
