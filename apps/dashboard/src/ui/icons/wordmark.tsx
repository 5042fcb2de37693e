import classes from './wordmark.module.css';

/** One line that becomes three: one post, every network. The same drawing is the page's icon. */
const MARK = 'M5 12h3.2M8.2 12c5 0 3-6 9.3-6M8.2 12h9.3M8.2 12c5 0 3 6 9.3 6';

/** The product's mark and name. */
export function Wordmark() {
  return (
    <span className={classes['wordmark']}>
      <svg className={classes['mark']} viewBox="0 0 24 24" aria-hidden="true">
        <rect width="24" height="24" rx="6" />
        <path d={MARK} />
      </svg>
      Social
    </span>
  );
}
